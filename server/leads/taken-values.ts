import sql from 'sql-template-tag';
import type { CustomFieldSpec } from '../../src/schemas/kit/custom-values';
import type { Draft } from '../../src/schemas/kit/resource';
import type { leads } from '../../src/schemas/leads/leads';
import { valueText } from '../store/custom-locks';
import { ident } from '../store/identifiers';
import type { Tx } from '../store/store';
import { customTable, keptLength } from '../store/tables/custom-index';

type Custom = Draft<typeof leads>['custom'];

/** Who has which value of the custom fields that no two leads share. Leads are named by their ID, or by anything while they have none. */
export class TakenValues {
  readonly #specs: readonly CustomFieldSpec[];
  readonly #holders = new Map<string, unknown>();

  constructor(specs: readonly CustomFieldSpec[]) {
    this.#specs = specs;
  }

  /** The first field whose value another lead has; `before` is what the lead itself has already. */
  refusal(custom: Custom, lead?: unknown, before?: Custom): { readonly field: string; readonly reason: string } | undefined {
    for (const [spec, text] of this.#valuesIn(custom)) {
      const isNew = valueText(before?.[spec.key]) !== text;
      const holder = this.#holders.get(placeOf(spec.key, text));
      if (isNew && holder !== undefined && holder !== lead)
        return { field: `custom.${spec.key}`, reason: `Another lead has '${text.slice(0, 60)}' as ${spec.label}.` };
    }
    return undefined;
  }

  note(custom: Custom, lead: unknown): void {
    for (const [spec, text] of this.#valuesIn(custom)) {
      const place = placeOf(spec.key, text);
      if (!this.#holders.has(place)) this.#holders.set(place, lead);
    }
  }

  *#valuesIn(custom: Custom): Iterable<readonly [CustomFieldSpec, string]> {
    for (const spec of this.#specs) {
      const value = custom?.[spec.key];
      if (value !== null && value !== undefined) yield [spec, valueText(value)];
    }
  }
}
const placeOf = (key: string, text: string): string => JSON.stringify([key, text]);

/** Fields that no two leads share. */
export const sharedByNone = (specs: Iterable<CustomFieldSpec>): CustomFieldSpec[] => [...specs].filter(({ unique }) => unique);

/** Adds the leads that have a value of these drafts. */
export async function noteHolders(
  tx: Tx,
  tenantId: string,
  specs: readonly CustomFieldSpec[],
  drafts: readonly { readonly custom?: Custom }[],
  taken: TakenValues,
): Promise<void> {
  for (const { key } of specs) {
    // of a choice of several the index keeps each option
    const values = drafts.flatMap(({ custom }) => custom?.[key] ?? []);
    if (!values.length) continue;
    const numbers = values.filter((value) => typeof value === 'number');
    const texts = [...new Set(values.map(valueText))].map((text) => [...text].slice(0, keptLength).join(''));
    const kept = numbers.length ? sql`v."number" = any(${numbers}::double precision[])` : sql`v."text" = any(${texts}::text[])`;
    const rows: { id: string; value: unknown }[] = await tx.rows(sql`
      select distinct l."id", l."custom"->${key}::text as "value" from ${ident(customTable)} v join "leads" l on l."tenant_id" = v."tenant_id" and l."id" = v."row_key"
      where v."tenant_id" = ${tenantId} and v."table_name" = 'leads' and v."field" = ${key} and ${kept} and l."deleted_at" is null`);
    for (const { id, value } of rows) taken.note({ [key]: value }, id);
  }
}
