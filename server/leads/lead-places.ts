import { resources } from '../../src/schemas/kit/all';
import { pointers, targetsOf } from '../../src/schemas/kit/links';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { uniqueRules } from '../../src/schemas/kit/unique';

/** A column that names leads. */
export interface LeadPlace {
  readonly resource: AnyResource;
  readonly column: string;
  /** One lead, or a list of them. */
  readonly holds: 'one' | 'list';
  /** Other columns of a unique rule: a row that the kept lead has already stays where it is. */
  readonly rivals: readonly (readonly string[])[];
}

/** What a merge leaves as it is: its own record, and where a merged lead leads to. */
export const stays: ReadonlySet<string> = new Set([
  'leads.merged_into',
  'lead-merges.kept_id',
  'lead-merges.lost_id',
  'lead-suspects.lead_id',
  'lead-suspects.other_id',
]);

/** Every column that refers to a lead, found in the schema files: a new one moves with its lead without being named here. */
export const leadPlaces: readonly LeadPlace[] = resources
  .filter(({ store = 'tenant' }) => store === 'tenant')
  .flatMap((resource) =>
    pointers(resource)
      .filter((path) => targetsOf(resource, path).includes('leads') && !resource.virtual?.includes(path))
      .filter((path) => !stays.has(`${resource.name}.${path}`))
      .map((path) => placeOf(resource, path)),
  );

function placeOf(resource: AnyResource, column: string): LeadPlace {
  const field = resource.fields.properties[column];
  if (!field) throw new Error(`${resource.name}: '${column}' refers to leads from inside nested data, which a merge cannot move`);
  const rules = uniqueRules(resource).map(({ fields }) => fields);
  const rivals = rules.filter((fields) => fields.includes(column)).map((fields) => fields.filter((name) => name !== column));
  return { resource, column, holds: field.type === 'array' ? 'list' : 'one', rivals };
}
