import { inSentence, oneInSentence } from '../../src/schemas/kit/in-sentence';
import { recordIn } from '../../src/schemas/kit/is-record';
import { titleOfPath } from '../../src/schemas/kit/messages';
import { invalid, problem } from '../../src/schemas/kit/problem';
import { requiredMessageOf } from '../../src/schemas/kit/required-message';
import { titleOf, type AnyResource } from '../../src/schemas/kit/resource';
import { uniqueRules } from '../../src/schemas/kit/unique';
import type { Values } from '../../src/schemas/kit/values';
import { constraintOf, sqlState } from '../store/failures';
import { tableName } from '../store/identifiers';

/** A refusal by the database as a message at the field; any other error passes through. */
export async function plainly<T>(resource: AnyResource, work: () => Promise<T>, values: Values = {}): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw plainProblem(resource, error, values) ?? error;
  }
}

function plainProblem(resource: AnyResource, error: unknown, values: Values): Error | null {
  const constraint = constraintOf(error) ?? '';
  switch (sqlState(error)) {
    case '23505': {
      const fields = uniqueFields(resource).find((names) => isNamed(constraint, 'ux', resource, names.join('_'))) ?? [];
      const everywhere = resource.uniqueEverywhere?.find((name) => isNamed(constraint, 'ux', resource, `everywhere_${name}`));
      return taken(resource, everywhere ? [everywhere] : fields);
    }
    case '23503': {
      const field = Object.keys(resource.refs ?? {}).find((path) => isNamed(constraint, 'fk', resource, path)) ?? '';
      return invalid(field, `${field ? titleOfPath(resource, [field]) : 'A value'} does not exist`);
    }
    case '23502': {
      const field = String(recordIn(error)['column'] ?? '');
      return invalid(field, field ? requiredMessageOf(resource, field) : 'A value is required');
    }
    case '54000':
      return tooLong(resource, values);
    default:
      return null;
  }
}

/** An entry of an index has its limit: the longest text that is unique, or filtered by, is beyond it. */
function tooLong(resource: AnyResource, values: Values): Error | null {
  const indexed = new Set<string>([
    ...uniqueFields(resource).flat(),
    ...(resource.filter ?? []),
    ...(resource.indexes ?? []).flat(),
  ]);
  const lengthOf = (name: string): number => String(values[name] ?? '').length;
  const [longest] = [...indexed].sort((a, b) => lengthOf(b) - lengthOf(a));
  return longest && lengthOf(longest) > 500
    ? invalid(longest, `${titleOf(resource, longest)} is too long; use up to 500 characters`)
    : null;
}

function taken(resource: AnyResource, fields: readonly string[]): Error {
  const titles = fields.map((field) => titleOf(resource, field));
  const [title] = titles;
  const one = oneInSentence(resource.label);
  const message =
    titles.length > 1
      ? `${one.charAt(0).toUpperCase()}${one.slice(1)} with this ${titles.map(inSentence).join(' and ')} already exists`
      : `${title ?? 'This value'} is already taken`;
  return problem(409, `${message}.`, [{ path: fields[0] ?? '', message }]);
}

/** Row security keeps values out of the database's own sentence; names of constraints follow from the schema (store/tables). */
function isNamed(constraint: string, kind: 'ux' | 'fk', resource: AnyResource, hint: string): boolean {
  const stem = `${kind}_${`${tableName(resource)}_${hint}`.slice(0, 52)}_`;
  return constraint.startsWith(stem) && constraint.length === stem.length + 6;
}

function uniqueFields(resource: AnyResource): readonly (readonly string[])[] {
  return uniqueRules(resource).map(({ fields }) => fields);
}
