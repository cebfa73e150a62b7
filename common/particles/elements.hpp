// Masses of the chemical elements.
#pragma once

#include <string_view>

namespace gputest {

/// The standard atomic mass in u of an element, by symbol in any case or by atomic number; 0 if
/// there is none. IUPAC's of 2016 (J. Meija et al., Pure Appl. Chem. 88, 265), as ASE has them: 1
/// for X, and the mass of the longest-lived isotope for elements without a standard mass.
double mass_of_element(std::string_view name);

}  // namespace gputest
