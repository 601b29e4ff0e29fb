import sql, { join, type Sql } from 'sql-template-tag';
import { mayDo } from '../../src/schemas/kit/access';
import { resourceNamed } from '../../src/schemas/kit/all';
import { oneInSentence } from '../../src/schemas/kit/in-sentence';
import { choicesFor, linkedTo, linkFields, linkOf } from '../../src/schemas/kit/links';
import type { FieldError } from '../../src/schemas/kit/problem';
import { keyOf, titleOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';
import type { Session } from '../context/session';
import { ident } from '../store/identifiers';
import { isKey, type Key } from './drafts';

/** A record that another one is linked to. Links keep keys as texts, whatever the key is there. */
export interface Linked {
  readonly path: string;
  readonly value: Key;
  readonly to: AnyResource;
}

/** The record that this one is linked to by the field; undefined without both parts, or for a key that cannot be one there. */
export function linkedIn(resource: AnyResource, path: string, record: Readonly<AnyRow>): Linked | undefined {
  const link = linkOf(resource, path);
  const target = link && linkedTo(link, record);
  const text = record[path];
  if (target === undefined || !isKey(text) || text === '') return undefined;
  const to = resourceNamed(target);
  const value = keyOf(to).type === 'integer' ? wholeNumber(text) : String(text);
  return value === undefined ? undefined : { path, value, to };
}

const wholeNumber = (text: Key): number | undefined => (/^\d{1,9}$/.test(String(text)) ? Number(text) : undefined);

/** What this person cannot read is called by nothing but its key. */
const mayReadLinked = (session: Session, to: AnyResource): boolean =>
  mayDo(session, to.access, 'read') || mayDo(session, to.access, 'list');

/** The links that the values set or change, and what is wrong with those that name nothing. */
export function linksIn(
  resource: AnyResource,
  values: Readonly<AnyRow>,
  record: Readonly<AnyRow>,
  session: Session,
): { readonly found: readonly Linked[]; readonly errors: readonly FieldError[] } {
  const found: Linked[] = [];
  const errors: FieldError[] = [];
  for (const path of linkFields(resource)) {
    const { by } = linkOf(resource, path)!;
    if (!Object.hasOwn(values, path) && !Object.hasOwn(values, by)) continue;
    if (!isKey(record[path])) continue;
    const linked = linkedIn(resource, path, record);
    const title = titleOf(resource, by);
    if (linked && mayReadLinked(session, linked.to)) found.push(linked);
    else if (!isKey(record[by])) errors.push({ path: by, message: `Choose ${oneInSentence(title)}` });
    else errors.push({ path, message: `${titleOf(resource, path)} does not exist` });
  }
  return { found, errors };
}

/** The records that a row is linked to by these fields, of those that this person can read. */
export const linkedRecords = (
  resource: AnyResource,
  fields: readonly string[],
  row: Readonly<AnyRow>,
  session: Session,
): readonly Linked[] =>
  fields.flatMap((field) => {
    const linked = linkedIn(resource, field, row);
    return linked && mayReadLinked(session, linked.to) ? [linked] : [];
  });

/** The rows whose link leads to a record of this key. */
export function linksTo(by: AnyResource, path: string, to: AnyResource, key: Key): Sql {
  const link = linkOf(by, path)!;
  return sql`(${ident(link.by)} = any(${[...choicesFor(link, to.name)]}::text[]) and ${ident(path)} = ${String(key)})`;
}

/** The linked record is one that the predicate of its resource holds for; rows without a link are left to `unset`. */
export function seenThroughLink(
  resource: AnyResource,
  path: string,
  alias: Sql,
  unset: Sql,
  seen: (to: AnyResource, key: Sql) => Sql,
): Sql {
  const link = linkOf(resource, path)!;
  const column = sql`${alias}.${ident(path)}`;
  const targets = [...new Set(Object.values(link.of))].map((name) => {
    const to = resourceNamed(name);
    return sql`(${alias}.${ident(link.by)} = any(${[...choicesFor(link, name)]}::text[]) and ${seen(to, column)})`;
  });
  return sql`((${column} is null${unset}) or ${join(targets, ' or ')})`;
}
