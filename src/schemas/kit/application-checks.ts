import { wrongQuestions } from './answer-schema';
import { isRecord, recordsIn } from './is-record';
import type { FieldError } from './problem';
import type { AnyRow } from './resource';

/** Pure rules of leaves, forms and scorecards; kit/checks holds them under their names. */
export const applicationChecks = {
  'half a day is one day': ({ half_day: half, from_date: from, to_date: to }: AnyRow): FieldError[] =>
    (half === 'first' || half === 'second') && from !== to
      ? [{ path: 'half_day', message: 'A half day must start and end on the same day' }]
      : [],
  'criteria differ': ({ criteria }: AnyRow): FieldError[] => {
    const names = recordsIn(criteria).map((one) => String(one['name']).trim().toLowerCase());
    const row = names.findIndex((name, at) => names.indexOf(name) < at);
    return row < 0 ? [] : [{ path: `criteria.${row}.name`, message: `Criteria, row ${row + 1}: this name appears twice` }];
  },
  'weights sum to 100': ({ criteria }: AnyRow): FieldError[] => {
    if (!Array.isArray(criteria) || !criteria.length) return [];
    const sum = recordsIn(criteria).reduce((total, one) => total + (typeof one['weight'] === 'number' ? one['weight'] : 0), 0);
    if (Math.abs(sum - 100) < 0.001) return [];
    return [{ path: 'criteria', message: `The weights must add up to 100 (now ${Math.round(sum * 100) / 100})` }];
  },
  'a schema of answers': ({ schema }: AnyRow): FieldError[] => {
    if (schema === undefined || schema === null) return [];
    return wrongQuestions(schema, 'schema');
  },
  'steps name fields': ({ schema, steps }: AnyRow): FieldError[] => {
    const known = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
    return recordsIn(steps).flatMap((step, row) =>
      (Array.isArray(step['fields']) ? step['fields'] : [])
        .filter((name) => typeof name !== 'string' || !Object.hasOwn(known, name))
        .slice(0, 1)
        .map((name) => ({ path: `steps.${row}.fields`, message: `Steps, row ${row + 1}: '${String(name)}' is not a question` })),
    );
  },
};
