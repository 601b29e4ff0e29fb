import sql, { empty } from 'sql-template-tag';
import { seesLead } from '../context/data-scope';
import { problem } from '../../src/schemas/kit/problem';
import type { Lead } from '../../src/schemas/leads/leads';
import type { Context } from '../context/context';
import { waitsFor } from './referred-leads';

/** A lead as its rules see it: every column of the table. */
export type LeadRecord = Readonly<Required<Omit<Lead, 'is_favourite' | '_labels'>>>;
export type Asker = Pick<Context, 'tx' | 'session'>;

export const noSuchLead = 'This lead does not exist.';
export const notYourLead = 'You do not have access to this lead.';

/**
 * The lead of the session's tenant: Problem 404 for another tenant's, 403 outside the session's scope (D-023). `lock` keeps
 * every other change of this lead waiting until the transaction ends, so rules that look at its follow-ups hold (TRUST-R3).
 */
export async function leadOf(asker: Asker, id: string, lock: 'lock' | 'look' = 'look'): Promise<LeadRecord> {
  const lead = await leadOfTenant(asker, id, lock);
  if (!(await seesLead(asker.tx, asker.session.scope, lead))) throw problem(403, notYourLead);
  return lead;
}

/** For what only shows the lead: a colleague who is asked to take it sees it too, until they have answered. */
export async function leadToRead(asker: Asker, id: string): Promise<LeadRecord> {
  const { tx, session } = asker;
  const lead = await leadOfTenant(asker, id, 'look');
  if (await seesLead(tx, session.scope, lead)) return lead;
  const asked = await tx.row(
    sql`select "id" from "leads" where "tenant_id" = ${session.tenantId} and "id" = ${id} and ${waitsFor(session)}`,
    'lead-referred',
  );
  if (!asked) throw problem(403, notYourLead);
  return lead;
}

async function leadOfTenant({ tx, session }: Asker, id: string, lock: 'lock' | 'look'): Promise<LeadRecord> {
  const lead = await tx.row<LeadRecord>(
    sql`select * from "leads" where "tenant_id" = ${session.tenantId} and "id" = ${id} and "deleted_at" is null
        ${lock === 'lock' ? sql`for update` : empty}`,
    lock === 'lock' ? 'lead-lock' : 'lead-look',
  );
  if (!lead) throw problem(404, noSuchLead);
  return lead;
}
