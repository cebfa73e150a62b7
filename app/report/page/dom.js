"use strict";
// Makes elements. A text from a result only ever becomes a text node.

/** Makes an element with attributes and children, which are elements or texts; null is left out. A
 * function among the attributes becomes the listener for the event of that name. */
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
/** Makes a new unique id. */
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

/** Calls only once after a burst of calls. */
function settled(call, milliseconds) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(call, milliseconds);
  };
}
