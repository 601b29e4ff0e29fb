import sql from 'sql-template-tag';
import { mayDo } from '../../src/schemas/kit/access';
import { resourceNamed } from '../../src/schemas/kit/all';
import { askedNames, withAskedFields } from '../../src/schemas/kit/asked-columns';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { isAdministrator } from '../../src/schemas/kit/roles';
import type { Hooks } from '../context/hooks';
import type { Session } from '../context/session';

/** The columns that this person may choose besides the fields. */
export const askedColumns = (resource: AnyResource, session: Session): readonly string[] =>
  askedNames(resource, isAdministrator(session) ? [] : (session.fieldRules ?? []), (of) =>
    mayDo(session, resourceNamed(of).access, 'list'),
  );

/** The list with those of the columns as filters and orders. */
export const filteredByAsked = (seen: AnyResource, session: Session): AnyResource =>
  seen.asked ? withAskedFields(seen, askedColumns(seen, session)) : seen;

/** The hooks of a list that shows these columns: they are selected together with the texts of every row. */
export function withAsked(resource: AnyResource, hooks: Hooks, columns: Iterable<string>, session: Session): Hooks {
  const wanted = new Set(columns);
  const chosen = askedColumns(resource, session).filter((name) => wanted.has(name));
  const texts = chosen.flatMap((name) => {
    const text = hooks.asked?.[name];
    if (!text) return [];
    const filled: typeof text = (keys, context) =>
      sql`select filled.key, filled."text" from (${text(keys, context)}) filled(key, "text") where filled."text" is not null`;
    return [[name, filled] as const];
  });
  return texts.length ? { ...hooks, texts: { ...hooks.texts, ...Object.fromEntries(texts) } } : hooks;
}
