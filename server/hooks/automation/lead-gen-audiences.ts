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
import { addressRows, phonesOf, type AddressRow } from '../../domain/addresses-in';
import { shownFile, storeFile } from '../../files/file-field';
import { captureRulesOf } from '../../leads/capture-rules';

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

interface OfFile {
  readonly file?: string | null;
  readonly file_result?: string | null;
  readonly lead_ids?: string[];
}

async function ofFile(value: unknown, context: Context): Promise<OfFile> {
  if (value === undefined) return {};
  if (value === null || value === '') return { file_result: null };
  const { address, bytes } = await storeFile(value, file, context);
  if (!bytes) return { file: address };
  const { tx, session } = context;
  const rows = addressRows(bytes.toString('utf8'), await captureRulesOf(tx, session.tenantId));
  const [phones, emails] = [phonesOf(rows), new Set(rows.flatMap((row) => row.emails))];
  if (emails.size + phones.size > most)
    throw invalid('file', `A file can list up to ${counted(most, 'phone or email', 'phones and emails')}`);
  const leads: { id: string; phone: string | null; email: string | null }[] = await tx.rows(sql`
    select "id", "phone", lower("email") as "email" from "leads"
    where "tenant_id" = ${session.tenantId} and "deleted_at" is null and "merged_into" is null
      and ${ownerInScope(session.scope)} and ("phone" = any(${[...phones]}::text[]) or lower("email") = any(${[...emails]}::text[]))
    order by "id" limit ${most}`);
  if (!leads.length) throw invalid('file', 'None of your leads has a phone or an email of this file');
  return { file: address, file_result: resultOf(rows, leads), lead_ids: leads.map(({ id }) => id) };
}

/** Unmatched rows that are named. */
const named = 3;

function resultOf(
  rows: readonly AddressRow[],
  leads: readonly { readonly phone: string | null; readonly email: string | null }[],
): string {
  const known = new Set(leads.flatMap(({ phone, email }) => [phone, email]));
  const others = rows.filter(({ phones, emails }) => ![...phones, ...emails].some((one) => known.has(one)));
  const matched = `${counted(rows.length - others.length, 'row')} matched`;
  if (!others.length) return `${matched}.`;
  const shown = others.slice(0, named).map(({ text }) => text.slice(0, 60));
  return `${matched}, ${others.length.toLocaleString('en-US')} did not: ${shown.join('; ')}${others.length > named ? '; …' : ''}`;
}
