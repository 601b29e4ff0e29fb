import { isVeiled } from '../../src/schemas/kit/field-rules';
import { resourceNamed } from '../../src/schemas/kit/all';
import { recordIn } from '../../src/schemas/kit/is-record';
import { conditionFields } from '../../src/schemas/kit/rule-checks';
import type { FieldError } from '../../src/schemas/kit/problem';
import type { AnyResource, AnyRow } from '../../src/schemas/kit/resource';
import { leadRecords } from '../../src/schemas/kit/named-resources';
import type { Session } from '../context/session';
import { rulesOf } from './field-rules';

/**
 * Conditions on leads that ask about what the role may not see: what they count or set off would tell the value (TRUST-S4).
 * `blocks` are valid or not; only rows that name such a field are reported.
 */
export function veiledConditions(blocks: unknown, at: string, session: Session): FieldError[] {
  const rules = rulesOf(resourceNamed(leadRecords), session);
  if (!rules.size) return [];
  return rowsOf(blocks).flatMap((block, b) =>
    rowsOf(block['rules']).flatMap((row, r) =>
      isVeiled(rules.get(String(row['columnName'])))
        ? [{ path: `${at}.${b}.rules.${r}.columnName`, message: `Block ${b + 1}, condition ${r + 1}: choose another column` }]
        : [],
    ),
  );
}

/** The same of a record's conditions, wherever they are in it; a record without any has no such errors. */
export function veiledIn(resource: AnyResource, values: Readonly<AnyRow>, session: Session): FieldError[] {
  if (!resource.checks?.includes('known conditions')) return [];
  return conditionFields.flatMap((name) => veiledConditions(values[name], name, session));
}

const rowsOf = (value: unknown): Readonly<AnyRow>[] => (Array.isArray(value) ? value.map(recordIn) : []);
