import sql from 'sql-template-tag';
import type { leadGenAudiences } from '../../../src/schemas/automation/lead-gen-audiences';
import { counted } from '../../../src/schemas/kit/counted';
import { invalid } from '../../../src/schemas/kit/problem';
import { leads } from '../../../src/schemas/leads/leads';
import { filteredByAsked } from '../../catalogue/asked-columns';
import { seenBy } from '../../catalogue/field-rules';
import { leadsOfList, narrowing } from '../../lead-events/list-audience';
import { audienceSize, type Audience } from '../../lead-events/audience';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import { ownerInScope } from '../../context/data-scope';
import { normalisePhone } from '../../domain/phone';
import { shownFile, storeFile } from '../../files/file-field';

/** Phones and emails that a file can list, and leads that a fixed list can have. */
const most = 50_000;
const file = {
  resource: 'lead-gen-audiences',
  field: 'file',
  title: 'CSV of phones or emails',
  bytes: 10 * 1024 * 1024,
  kinds: { csv: { mime: 'text/csv' } },
} as const;

/**
 * The size is counted when the audience is saved, among the leads of the person saving it (TRUST-S34); the form counts while it
 * is edited. A file becomes the list of those of their leads that it names.
 */
export const hooks: Hooks<typeof leadGenAudiences> = {
  async beforeCreate(draft, context) {
    const listed = { ...draft, ...ofList(draft, context), ...(await ofFile(draft.file, context)) };
    return { ...listed, count: await size(listed, context) };
  },
  async beforeUpdate(patch, before, context) {
    const listed = {
      ...patch,
      ...ofList({ ...before, ...patch }, context),
      ...(patch.file === before.file ? {} : await ofFile(patch.file, context)),
    };
    return { ...listed, count: await size({ ...before, ...listed }, context) };
  },
  present: async (rows, context) => rows.map((row) => ({ ...row, file: shownFile(row.file, context) })),
};

const size = (record: Audience, { tx, session }: Context): Promise<number> =>
  audienceSize(tx, session.tenantId, record, session.timezone, ownerInScope(session.scope));

/** An address is kept as the filters in it, which the person's role must offer. */
function ofList({ kind, address }: Audience, { session, services }: Context): { address?: string } {
  if (kind !== 'list') return {};
  const kept = narrowing(address ?? '');
  leadsOfList(kept, session.timezone, services.now(), filteredByAsked(seenBy(leads, session), session));
  return { address: kept };
}

async function ofFile(value: unknown, context: Context): Promise<{ file?: string; lead_ids?: string[] }> {
  if (value === undefined || value === null || value === '') return {};
  const { address, bytes } = await storeFile(value, file, context);
  if (!bytes) return { file: address };
  const cells = bytes.toString('utf8').split(/[\r\n,;\t"]+/);
  const emails = new Set(cells.filter((cell) => cell.includes('@')).map((cell) => cell.trim().toLowerCase()));
  const phones = new Set(cells.flatMap((cell) => phoneIn(cell)));
  if (emails.size + phones.size > most)
    throw invalid('file', `A file can list up to ${counted(most, 'phone or email', 'phones and emails')}`);
  const { tx, session } = context;
  const leads: { id: string }[] = await tx.rows(sql`
    select "id" from "leads" where "tenant_id" = ${session.tenantId} and "deleted_at" is null and "merged_into" is null
      and ${ownerInScope(session.scope)} and ("phone" = any(${[...phones]}::text[]) or lower("email") = any(${[...emails]}::text[]))
    order by "id" limit ${most}`);
  if (!leads.length) throw invalid('file', 'None of your leads has a phone or an email of this file');
  return { file: address, lead_ids: leads.map(({ id }) => id) };
}

function phoneIn(cell: string): string[] {
  const verdict = /\d{6}/.test(cell) ? normalisePhone(cell.trim()) : undefined;
  return verdict?.ok ? [verdict.e164] : [];
}
