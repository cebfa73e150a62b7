// Parts of both pages: facts with their names, and the command line.

/** Quotes a word of a command line for a shell. */
function shellWord(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function factList(facts) {
  return make("dl", { class: "facts" }, facts.filter(([, value]) => value && value.length !== 0)
    .map(([name, value]) => make("div", null, make("dt", null, name), make("dd", null, value))));
}

/** A command line that a reader can copy. */
function commandLine(words) {
  return make("pre", { class: "command", tabindex: 0, "aria-label": "Command line" },
    words.map((word) => [make("span", null, shellWord(word)), " "]));
}
