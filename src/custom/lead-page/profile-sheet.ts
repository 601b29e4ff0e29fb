import { titleOf } from '../../schemas/kit/resource';
import { leads, type Lead } from '../../schemas/leads/leads';
import { leadText } from './lead-values';

export interface SheetGroup {
  readonly title: string;
  readonly rows: readonly { readonly field: string; readonly title: string; readonly text: string }[];
  readonly filled: number;
}

/** The lead's fields in the groups of its form. A field that the role does not see is not in the answer, and not counted. */
export function sheetOf(lead: Lead, entityName: string): readonly SheetGroup[] {
  return (leads.groups ?? []).flatMap(({ title, fields }): readonly SheetGroup[] => {
    const rows = fields
      .filter((field) => field in lead)
      .map((field) => ({
        field,
        title: field === 'clg_id' ? entityName : titleOf(leads, field),
        text: leadText(lead, field),
      }));
    return rows.length ? [{ title, rows, filled: rows.filter(({ text }) => text !== '').length }] : [];
  });
}
