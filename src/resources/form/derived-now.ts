import { derivedSteps, type DerivedStep } from '../../schemas/kit/derived-order';
import { valueOf } from '../../schemas/kit/formula-value';
import { isRecord } from '../../schemas/kit/is-record';
import type { AnyResource } from '../../schemas/kit/resource';
import type { Values } from '../../schemas/kit/values';
import { same } from './form-fields';

/**
 * The draft with what a save will fill in, as far as the form knows it: results are calculated here as on the server, a copied
 * value is shown while its reference is the stored one.
 */
export function derivedNow(resource: AnyResource, draft: Values, stored: Values): Values {
  let now = draft;
  for (const step of derivedSteps(resource))
    now = step.list === undefined ? ofRecord(step, now, stored) : ofRows(step, step.list, now);
  return now;
}

function ofRecord({ name, fetch, formula }: DerivedStep, record: Values, stored: Values): Values {
  const copied = fetch && same(record[fetch.ref], stored[fetch.ref]) ? stored[name] : undefined;
  return { ...record, [name]: (formula ? valueOf(formula, { own: record, record }) : copied) ?? undefined };
}

/** A copied value in a row is the row's own: it is removed together with the reference. */
function ofRows({ name, formula }: DerivedStep, list: string, record: Values): Values {
  const rows = record[list];
  if (!formula || !Array.isArray(rows)) return record;
  const filled = rows.map((row: unknown) =>
    isRecord(row) ? { ...row, [name]: valueOf(formula, { own: row, record }) ?? undefined } : row,
  );
  return { ...record, [list]: filled };
}
