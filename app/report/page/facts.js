// What both pages say of a run: facts with their names, the command line.

/** A word of a command line as a shell takes it. */
function shellWord(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function factList(facts) {
  return make("dl", { class: "facts" }, facts.filter(([, value]) => value && value.length !== 0)
    .map(([name, value]) => make("div", null, make("dt", null, name), make("dd", null, value))));
}

/** A command line, which a reader can copy. */
function commandLine(words) {
  return make("pre", { class: "command", tabindex: 0, "aria-label": "Command line" },
    words.map((word) => [make("span", null, shellWord(word)), " "]));
}
