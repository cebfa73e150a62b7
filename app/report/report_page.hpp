// The page of `gputest report`: one self-contained HTML file.
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>

namespace gputest {

/// Whether the build found the library that draws charts; without it a page has only tables.
bool report_has_charts();

/// Writes the page that shows `data`, which app/report/page/data.js reads. No text in `data` can
/// become markup or script in the page.
void write_report_page(std::ostream& out, const nlohmann::ordered_json& data);

/// Likewise the page of `gputest verify --report`, which app/report/page/certificate.js shows.
void write_certificate_page(std::ostream& out, const nlohmann::ordered_json& data);

}  // namespace gputest
