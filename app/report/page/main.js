// Assembles the page.

function fillPage() {
  document.getElementById("top").append(...pageHeading());
  const main = document.getElementById("main");
  main.append(...[
    verdictSection(),
    make("div", { class: "cards" }, page.results.map(resultCard)),
    comparisonSection(), barsSection(), rowsSection(), sizesSection(), settingsSection(),
    rooflineSection(), boundsSection(), errorsSection(), energySection(), plansSection(),
    countsSection(),
  ].filter((part) => part !== null));
  if (!hasCharts)
    leftOut("Charts", "this gputest was built without Vega (Debian’s libjs-vega), so the page has only \
tables");
  main.append(notShownSection());
  document.querySelector("nav ul").append(...[...main.querySelectorAll("section[id]")].map((part) =>
    make("li", null, make("a", { href: `#${part.id}` }, part.querySelector("h2").textContent))));
  document.getElementById("foot").append(`Made by ${page.made_by}. The page needs no network.`);
  addEventListener("beforeprint", () => drawnCharts.forEach((draw) => draw()));
}

fillPage();
