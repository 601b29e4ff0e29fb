import sql from 'sql-template-tag';
import { mayDo } from '../../src/schemas/kit/access';
import { resourceNamed } from '../../src/schemas/kit/all';
import { isVeiled } from '../../src/schemas/kit/field-rules';
import type { AnyResource } from '../../src/schemas/kit/resource';
import type { Hooks } from '../context/hooks';
import type { Session } from '../context/session';
import { rulesOf } from './field-rules';

/** The columns that this person may choose besides the fields. */
export function askedColumns(resource: AnyResource, session: Session): string[] {
  const rules = rulesOf(resource, session);
  return Object.entries(resource.asked ?? {}).flatMap(([name, about]) => {
    const { of, from } = about;
    if (from !== undefined && isVeiled(rules.get(from))) return [];
    return of === undefined || mayDo(session, resourceNamed(of).access, 'list') ? [name] : [];
  });
}

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
