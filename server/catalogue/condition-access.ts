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
 * Errors for conditions on lead fields that are hidden from the role or masked: what such a condition counts or triggers would
 * reveal the value (TRUST-S4). `blocks` may be invalid; only rows that name such a field are reported.
 */
export function conditionAccessErrors(blocks: unknown, at: string, session: Session): FieldError[] {
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

/** The same for all condition fields of a record; none for a resource without conditions. */
export function recordConditionErrors(resource: AnyResource, values: Readonly<AnyRow>, session: Session): FieldError[] {
  if (!resource.checks?.includes('known conditions')) return [];
  return conditionFields.flatMap((name) => conditionAccessErrors(values[name], name, session));
}

const rowsOf = (value: unknown): Readonly<AnyRow>[] => (Array.isArray(value) ? value.map(recordIn) : []);
