import { wrongQuestions } from './answer-schema';
import type { FieldError } from './problem';

type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const rows = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : []);

/** Pure rules of leaves, forms and scorecards; kit/checks holds them under their names. */
export const applicationChecks = {
  'half a day is one day': ({ half_day: half, from_date: from, to_date: to }: Row): FieldError[] =>
    (half === 'first' || half === 'second') && from !== to
      ? [{ path: 'half_day', message: 'Half a day begins and ends on the same day' }]
      : [],
  'criteria differ': ({ criteria }: Row): FieldError[] => {
    const names = rows(criteria).map((one) => String(one['name']).trim().toLowerCase());
    const row = names.findIndex((name, at) => names.indexOf(name) < at);
    return row < 0 ? [] : [{ path: `criteria.${row}.name`, message: `Criteria, row ${row + 1}: this name is there twice` }];
  },
  'weights sum to 100': ({ criteria }: Row): FieldError[] => {
    if (!Array.isArray(criteria) || !criteria.length) return [];
    const sum = rows(criteria).reduce((total, one) => total + (typeof one['weight'] === 'number' ? one['weight'] : 0), 0);
    if (Math.abs(sum - 100) < 0.001) return [];
    return [{ path: 'criteria', message: `The weights must sum to 100, now ${Math.round(sum * 100) / 100}` }];
  },
  'a schema of answers': ({ schema }: Row): FieldError[] => {
    if (schema === undefined || schema === null) return [];
    return wrongQuestions(schema, 'schema');
  },
  'steps name fields': ({ schema, steps }: Row): FieldError[] => {
    const known = isRow(schema) && isRow(schema['properties']) ? schema['properties'] : {};
    return rows(steps).flatMap((step, row) =>
      (Array.isArray(step['fields']) ? step['fields'] : [])
        .filter((name) => typeof name !== 'string' || !Object.hasOwn(known, name))
        .slice(0, 1)
        .map((name) => ({ path: `steps.${row}.fields`, message: `Steps, row ${row + 1}: '${String(name)}' is not a question` })),
    );
  },
};
