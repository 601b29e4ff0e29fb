import sql from 'sql-template-tag';
import type { SuspectReason } from '../../src/schemas/kit/lead-suspects';
import { leadSuspects } from '../../src/schemas/system/lead-suspects';
import { JobKind, type Jobs } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { keysOf, largestGroup, reasonsFor, weightOf, type Face } from '../domain/suspects';
import { newId } from '../store/ids';
import { table } from '../store/identifiers';
import { insertListed } from '../store/listed-rows';
import { json } from '../store/parameters';
import type { Tx } from '../store/store';

export const findSuspects = new JobKind<Record<never, never>>('find-suspects');
export const jobKinds: JobKinds = runs(findSuspects, compareAll);

/**
 * Queues a check of all leads. One that already runs has read leads from before: then one more follows it, and further requests
 * wait for that one.
 */
export async function queueCheck(tx: Tx, jobs: Jobs, by: Parameters<Jobs['add']>[1]): Promise<string> {
  const add = (dedupeKey: string): Promise<string> => jobs.add(tx, by, { kind: findSuspects, payload: {}, dedupeKey });
  const id = await add('find-suspects');
  const begun = await tx.row(
    sql`select "id" from "jobs" where "tenant_id" = ${by.tenantId} and "id" = ${id} and "state" = 'running'`,
  );
  return begun ? add('find-suspects-after') : id;
}

export interface FoundPair {
  readonly lead_id: string;
  readonly other_id: string;
  readonly reasons: readonly SuspectReason[];
}
/** Leads that are compared; of more than these the newest. */
const mostLeads = 200_000;
const mostPairs = 20_000;
const pageSize = 1000;
const batchSize = 200;

/**
 * Compares all leads of the tenant and keeps the pairs that may be one person. What someone decided stays. It keeps what it read in
 * memory and so begins again when it was interrupted.
 */
async function compareAll(job: RunningJob, steps: Steps): Promise<object> {
  const faces: Face[] = [];
  for (let before: string | null = null; faces.length < mostLeads;) {
    const page: Face[] = await steps.read((tx) => facesBefore(tx, job.tenantId, before));
    faces.push(...page);
    steps.check();
    if (page.length < pageSize) break;
    before = page.at(-1)?.id ?? null;
  }
  const pairs = await pairsAmong(faces);
  await steps.commit(async () => ({ done: 0, total: pairs.length, message: 'Comparing' }));
  for (let at = 0; at < pairs.length; at += batchSize) {
    const batch = pairs.slice(at, at + batchSize);
    await steps.commit(async (tx) => {
      await keepPairs(tx, job.tenantId, batch, job.id);
      return { done: at + batch.length };
    });
  }
  await steps.commit(async (tx) => {
    await tx.run(sql`update "lead_suspects" set "deleted_at" = now() where "tenant_id" = ${job.tenantId} and "state" = 'open'
      and "deleted_at" is null and coalesce("seen_by", '') < ${job.id}`);
    return { message: 'Finished' };
  });
  return { leads: faces.length, pairs: pairs.length };
}

const facesBefore = (tx: Tx, tenantId: string, before: string | null): Promise<Face[]> =>
  tx.rows(sql`
    select "id", "name", "phone", "alternate_phone", "whatsapp_number", "email", "city", "date_of_birth", "duplicate_of" from "leads"
    where "tenant_id" = ${tenantId} and "deleted_at" is null and ${before === null ? sql`true` : sql`"id" < ${before}`}
    order by "id" desc limit ${pageSize}`);

/** Each pair with a reason once; others have their turn in between. */
export async function pairsAmong(faces: readonly Face[]): Promise<FoundPair[]> {
  const groups = new Map<string, Face[]>();
  for (const [at, face] of faces.entries()) {
    for (const key of new Set(keysOf(face))) {
      const group = groups.get(key);
      if (group) group.push(face);
      else groups.set(key, [face]);
    }
    if (at % 500 === 499) await turn();
  }
  const found = new Map<string, FoundPair>();
  let seen = 0;
  for (const group of groups.values()) {
    if (group.length < 2 || group.length > largestGroup) continue;
    for (const [at, one] of group.entries())
      for (const other of group.slice(at + 1)) {
        const [first, second] = one.id < other.id ? [one, other] : [other, one];
        const key = `${first.id} ${second.id}`;
        if (found.has(key)) continue;
        const reasons = reasonsFor(first, second);
        if (reasons.length) found.set(key, { lead_id: first.id, other_id: second.id, reasons });
      }
    if (++seen % 200 === 0) await turn();
  }
  return [...found.values()].sort((a, b) => weightOf(b.reasons) - weightOf(a.reasons)).slice(0, mostPairs);
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The same pair again gets its reasons again, and remembers the latest check that saw it; one that someone decided is left alone. */
async function keepPairs(tx: Tx, tenantId: string, pairs: readonly FoundPair[], seenBy: string): Promise<void> {
  const column = (name: string, type: string, value: (pair: FoundPair) => unknown) => ({ name, type, values: pairs.map(value) });
  const insert = insertListed(
    table(leadSuspects),
    [
      column('id', 'text', () => newId()),
      column('lead_id', 'text', (pair) => pair.lead_id),
      column('other_id', 'text', (pair) => pair.other_id),
      column('reasons', 'jsonb', (pair) => json(pair.reasons)),
      column('weight', 'integer', (pair) => weightOf(pair.reasons)),
      column('state', 'text', () => 'open'),
      column('seen_by', 'text', () => seenBy),
    ],
    tenantId,
  );
  await tx.run(sql`${insert} on conflict ("tenant_id", "lead_id", "other_id") where "deleted_at" is null
    do update set "reasons" = excluded."reasons", "weight" = excluded."weight", "seen_by" = greatest("lead_suspects"."seen_by", excluded."seen_by")
    where "lead_suspects"."state" = 'open'`);
}
