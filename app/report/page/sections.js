// The page's sections, and the reasons for missing ones.

const notShown = [];

/** Returns null; adds the reason to the list at the end of the page. */
function leftOut(title, why) {
  notShown.push([title, why]);
  return null;
}

function section(id, title, about, ...content) {
  const heading = newId("heading");
  return make("section", { id, "aria-labelledby": heading },
    make("h2", { id: heading }, title), about ? make("p", { class: "about" }, about) : null, content);
}

function notShownSection() {
  if (notShown.length === 0) return null;
  return section("not-shown", "Not shown", null,
    make("ul", null, notShown.map(([title, why]) =>
      make("li", null, make("strong", null, title), `: ${why}.`))));
}
