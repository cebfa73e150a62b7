// The page of `gputest report`: one HTML file that needs nothing beside itself.
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>

namespace gputest {

/// Whether the build found the library that draws charts; without it a page has tables alone.
bool report_has_charts();

/// Writes the page that shows `data`, which app/report/page/data.js reads. Whatever texts `data`
/// holds, none of them is markup or script in the page.
void write_report_page(std::ostream& out, const nlohmann::ordered_json& data);

/// Likewise the page of `gputest verify --report`, which app/report/page/certificate.js shows.
void write_certificate_page(std::ostream& out, const nlohmann::ordered_json& data);

}  // namespace gputest
