"use strict";
// Makes elements. A text from a result becomes a text node and nothing else.

/** An element with attributes and children, which are elements or texts; null is left out. A
 * function is a listener for the event of its name. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

let lastId = 0;
/** An id that no other element has. */
function newId(prefix) {
  return `${prefix}-${++lastId}`;
}

/** A labelled choice among [value, text] pairs. */
function makeChoice(label, options, chosen, changed) {
  const id = newId("choice");
  const select = make("select", { id, change: () => changed(select.value) });
  for (const [value, text] of options)
    select.append(make("option", { value, selected: value === chosen }, text));
  return make("span", { class: "field" }, make("label", { for: id }, label), select);
}

/** Calls at most once for a burst of calls. */
function settled(call, milliseconds) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(call, milliseconds);
  };
}
