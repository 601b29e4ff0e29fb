// The words of SQL statements, of PostgreSQL, MySQL, SQLite and SQL Server.
import { CannotConvert } from './notes.mjs';

const pieces = new RegExp(
  [
    /(?<space>\s+|--[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/)/,
    /(?<text>[EeNn]?'(?:[^'\\]|''|\\[\s\S])*')/,
    /(?<dollar>\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)/,
    /(?<quoted>"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[(?!\s*\d*\s*\])[^\]\n,'"():[]+\])/,
    /(?<number>\d+(?:\.\d+)?)/,
    /(?<word>[\p{L}_][\p{L}\p{N}_$]*)/,
    /(?<mark><=|>=|<>|!=|::|\|\||[\s\S])/,
  ]
    .map((one) => one.source)
    .join('|'),
  'yu',
);

/** Rows that pg_dump writes between its statements are left out; a line 'GO' of SQL Server ends a statement. */
const withoutRows = (sql) =>
  sql
    .replaceAll(/^COPY\s[^;]*\sFROM\s+stdin[^;]*;[^\n]*\n(?:[^\n]*\n)*?\\\.\s*$/gim, '')
    .replaceAll(/^[ \t]*GO[ \t]*\d*[ \t\r]*$/gim, ';');

/** Statements, each a list of `{ kind, text, is }`: `is` compares words without case. */
export function statementsOf(text) {
  const sql = withoutRows(text);
  const statements = [];
  let now = [];
  pieces.lastIndex = 0;
  while (pieces.lastIndex < sql.length) {
    const found = pieces.exec(sql);
    if (!found) throw new CannotConvert('The SQL could not be read.');
    const { space, text: said, dollar, quoted, number, word, mark } = found.groups;
    if (space !== undefined) continue;
    if (mark === ';') {
      if (now.length) statements.push(now);
      now = [];
    } else if (said !== undefined) now.push(token('text', said.replace(/^[EeNn]?'|'$/g, '').replaceAll("''", "'")));
    else if (dollar !== undefined) now.push(token('text', dollar));
    else if (quoted !== undefined) now.push(token('name', quoted.slice(1, -1).replaceAll('""', '"')));
    else if (number !== undefined) now.push(token('number', number));
    else if (word !== undefined) now.push(token('word', word));
    else now.push(token('mark', mark));
  }
  return now.length ? [...statements, now] : statements;
}

const token = (kind, text) => ({
  kind,
  text,
  is: (...words) => (kind === 'word' || kind === 'mark') && words.includes(text.toLowerCase()),
});

/** Reads one after the other; what is in brackets can be taken at once. */
export class Tokens {
  #all;
  #at = 0;
  constructor(all) {
    this.#all = all;
  }
  get ended() {
    return this.#at >= this.#all.length;
  }
  peek(ahead = 0) {
    return this.#all[this.#at + ahead] ?? token('end', '');
  }
  next() {
    const one = this.peek();
    this.#at += 1;
    return one;
  }
  /** Takes these words if they come next. */
  takes(...words) {
    if (!words.every((word, at) => this.peek(at).is(word))) return false;
    this.#at += words.length;
    return true;
  }
  /** A name, with what stands before its last dot left out. */
  name() {
    return this.path().at(-1);
  }
  /** A name with what stands before it: schema and table. */
  path() {
    const path = [this.next().text];
    while (this.takes('.')) path.push(this.next().text);
    return path;
  }
  /** What is between the brackets that come next; undefined where none come. */
  inside() {
    if (!this.takes('(')) return undefined;
    const inner = [];
    for (let depth = 1; !this.ended;) {
      const one = this.next();
      if (one.is('(')) depth += 1;
      if (one.is(')')) depth -= 1;
      if (depth === 0) break;
      inner.push(one);
    }
    return inner;
  }
  /** The same, cut at the commas of that level. */
  brackets() {
    const items = [[]];
    let depth = 0;
    const inner = this.inside();
    for (const one of inner ?? []) {
      if (one.is('(')) depth += 1;
      if (one.is(')')) depth -= 1;
      if (depth === 0 && one.is(',')) items.push([]);
      else items.at(-1).push(one);
    }
    return inner && items.filter((item) => item.length);
  }
  /** All that is left. */
  rest() {
    const all = this.#all.slice(this.#at);
    this.#at = this.#all.length;
    return all;
  }
}

export const written = (tokens) =>
  tokens
    .map(({ kind, text }) => (kind === 'text' ? `'${text}'` : text))
    .join(' ')
    .replaceAll(/ ?([(),.]) ?/g, '$1');
