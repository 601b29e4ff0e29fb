// What the name of a resource, a plural in kebab-case, is called elsewhere.

const camel = (text) => text.toLowerCase().replaceAll(/[- ](\w)/g, (_, letter) => letter.toUpperCase());
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** Words of the language, and names that a schema file imports. */
const reserved = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally ' +
    'for function if implements import in instanceof interface let new null package private protected public return static super ' +
    'switch this throw true try typeof undefined var void while with yield defineResource status'
  ).split(' '),
);

export function singular(plural) {
  if (plural.endsWith('ies')) return plural.replace(/ies$/, 'y');
  if (/(ss|sh|ch|x|z)es$/.test(plural)) return plural.replace(/es$/, '');
  return /[^s]s$/.test(plural) ? plural.slice(0, -1) : plural;
}

/** 'hostel-rooms' → hostelRooms */
export function constName(name) {
  const own = camel(name);
  return reserved.has(own) ? `${own}Records` : own;
}

/** 'Hostel room' → HostelRoom */
export function typeName(label, name) {
  const own = capital(camel(label));
  return own === capital(constName(name)) || own === 'Row' ? `${own}Row` : own;
}
