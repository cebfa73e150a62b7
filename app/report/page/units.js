// Numbers in readable form.

const prefixes = [[1e15, "P"], [1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""],
  [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"], [1e-12, "p"]];

/** 12340000000 as "12.3 G", to be followed by a unit. Empty for null. */
function scaled(value) {
  if (value === null || value === undefined) return "";
  if (value === 0) return "0 ";
  const [scale, letter] =
    prefixes.find(([least]) => Math.abs(value) >= least * 0.9995) || prefixes[prefixes.length - 1];
  return `${significant(value / scale, 4)} ${letter}`;
}

/** The value with that many digits; without exponent unless it needs many zeros. */
function significant(value, digits) {
  const size = Math.abs(value);
  if (size >= 1e6 || (size < 1e-4 && size > 0)) return value.toExponential(digits - 1);
  return value.toPrecision(digits).includes("e")
    ? value.toFixed(0) : value.toPrecision(digits);
}

function withUnit(value, unit) {
  return value === null || value === undefined ? "" : (scaled(value) + unit).trim();
}

function percent(share, digits = 1) {
  return share === null || share === undefined ? "" : `${(share * 100).toFixed(digits)} %`;
}

function signedPercent(share) {
  const text = `${Math.abs(share * 100).toFixed(1)} %`;
  return (share < 0 ? "−" : "+") + text;
}

/** 2.1e-7; 0 stays 0. */
function scientific(value) {
  return value === null || value === undefined ? "" : value === 0 ? "0" : value.toExponential(1);
}

function counted(count, one, several) {
  return `${count} ${count === 1 ? one : several || one + "s"}`;
}
