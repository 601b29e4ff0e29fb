import sql from 'sql-template-tag';
import type { CustomField, customFields } from '../../../src/schemas/settings/custom-fields';
import { checkCustomValues, type CustomFieldSpec } from '../../../src/schemas/kit/custom-values';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { forgetCustomSpecs } from '../../catalogue/custom-specs';
import { keyFromLabel, keyOutside } from '../../domain/custom-keys';
import { patternOf } from '../../domain/patterns';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';

export const hooks: Hooks<typeof customFields> = {
  async beforeCreate(draft, context) {
    checkField(draft);
    return { ...draft, key: await freeKey(String(draft.entity), String(draft.label), context) };
  },
  async beforeUpdate(patch, before) {
    // D-136: the key is fixed, and with it what its stored values mean.
    for (const name of ['entity', 'type'])
      if (name in patch)
        throw problem(409, 'The entity and the type of a custom field cannot be changed. Create a new field instead.');
    checkField({ ...before, ...patch });
    return patch;
  },
  async afterWrite(_row, _before, context) {
    forget(context);
  },
  async beforeDelete(_row, context) {
    forget(context);
  },
};

/** At once in this transaction and again when it is done: a request between the two may have read the old state. */
function forget({ services, session, afterCommit }: Context): void {
  const now = (): void => forgetCustomSpecs(services.store, session.tenantId);
  now();
  afterCommit(now);
}

function checkField(record: Partial<CustomField>): void {
  const pattern = record.pattern;
  if (typeof pattern === 'string' && pattern && !patternOf(pattern))
    throw invalid('pattern', 'Pattern is not a valid regular expression');
  const given = record.default_value;
  if (given === undefined || given === null || given === '') return;
  const { label = '', type = 'text' } = record;
  const field: CustomFieldSpec = { ...record, label, type, key: 'default_value', required: false, depends_on: null };
  const [wrong] = checkCustomValues(
    [field],
    { default_value: given },
    (source, text) => patternOf(source)?.matches(text) ?? true,
  ).errors;
  if (wrong) throw invalid('default_value', `Default value: ${wrong.message}`);
}

/** The label's key, or with a number behind it; a deleted field keeps its key while its values are kept (90 days). */
async function freeKey(entity: string, label: string, { tx, session }: Context): Promise<string> {
  const key = keyFromLabel(label);
  const rows = await tx.rows<{ key: string }>(sql`
    select "key" from "custom_fields" where tenant_id = ${session.tenantId} and entity = ${entity}
      and ("key" = ${key} or starts_with("key", ${`${key}_`}))`);
  return keyOutside(label, new Set(rows.map((row) => row.key)));
}
