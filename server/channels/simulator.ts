import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import { JobKind } from '../context/jobs';
import type { Services } from '../context/services';
import type { Actor, Tx } from '../store/store';
import type { Outcome } from './ask-once';
import type { LedgerChannel, Outgoing, Sender, Taken } from './sender';

/** How the simulator behaves: the tenant's message settings. */
export interface Simulation {
  readonly tenantId: string;
  readonly channel: LedgerChannel;
  readonly fault: 'none' | 'slow' | 'refuses' | 'answers_twice' | 'never_reports' | 'dies_half_way';
  /** Seconds until its first report about a message. */
  readonly delay: number;
}
/** The kind of job that reports what became of simulated messages. */
export const simulatorReports = new JobKind<{ readonly channel?: string }>('simulator-reports');

const slowMs = 1500;
/** It takes a batch in one transaction, like a provider with a call for many messages. */
const takenAtOnce = 256;

/**
 * The built-in provider of every channel: it records what it is handed under the message's key, as a provider does, and reports
 * later. It reaches no one. The same address always ends the same way.
 */
export function simulator(simulation: Simulation, services: Services): Sender {
  const { tenantId, fault } = simulation;
  const actor: Actor = { tenantId, userId: null, ip: '', agent: 'simulator', requestId: 'simulator' };
  return {
    name: 'simulator',
    atOnce: takenAtOnce,
    async send(messages) {
      if (fault === 'slow') await new Promise((go) => setTimeout(go, slowMs));
      const ended = messages.map((one, at) => ({ one, outcome: outcomeOf(one, at >= messages.length / 2, simulation) }));
      const outcomes = ended.map(({ outcome }) => outcome);
      const taken = ended
        .filter(({ one, outcome }) => outcome.state === 'done' || (outcome.state === 'unknown' && arrived(one)))
        .map(({ one }) => one);
      if (taken.length) await services.store.transaction(actor, (tx) => take(tx, simulation, taken, services));
      return outcomes;
    },
    async find(key) {
      const row = await services.store.transaction(
        actor,
        (tx) => tx.row(sql`select 1 from "simulated_messages" where "tenant_id" = ${tenantId} and "id" = ${key}`),
        { readOnly: true },
      );
      return row ? { providerId: idOf(key) } : undefined;
    },
  };
}

const idOf = (key: string): string => `sim-${key}`;

function outcomeOf(message: Outgoing, isLate: boolean, { fault }: Simulation): Outcome<Taken> {
  if (fault === 'dies_half_way' && isLate) return { state: 'unknown', why: 'The simulated connection broke off.' };
  if (fault === 'refuses' && chanceOf(message.to, 'refuse') < 5)
    return { state: 'refused', error: problem(422, 'The simulated provider refused this address.') };
  return { state: 'done', answer: { providerId: idOf(message.key) } };
}
/** Of the messages on a broken connection, every other one got through. */
const arrived = ({ to }: Outgoing): boolean => chanceOf(to, 'arrive') < 50;

/** 0 to 99, the same for the same address and purpose. */
const chanceOf = (to: string, why: string): number => createHash('sha256').update(`${why}:${to}`).digest().readUInt16BE(0) % 100;

async function take(tx: Tx, { tenantId, channel, fault, delay }: Simulation, taken: readonly Outgoing[], services: Services) {
  const at = new Date(services.now().getTime() + delay * 1000).toISOString();
  const reportAt = fault === 'never_reports' ? null : at;
  await tx.run(
    sql`insert into "simulated_messages" ("tenant_id", "id", "channel", "to", "report_at", "next")
        select ${tenantId}, m."key", ${channel}, m."to", ${reportAt}::timestamptz, m."next"
        from unnest(${taken.map(({ key }) => key)}::text[], ${taken.map(({ to }) => to)}::text[],
          ${taken.map(({ to }) => firstReport(to))}::text[]) m("key", "to", "next")
        on conflict ("tenant_id", "id") do update set "times" = "simulated_messages"."times" + 1`,
    'simulator-take',
  );
  if (reportAt !== null) await queueReports(tx, services, tenantId, new Date(at), services.now());
}

/** The job that reports at that time. One a second is enough; what is due at once has a job of its own. */
export async function queueReports(
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  tenantId: string,
  at: Date,
  now: Date,
): Promise<void> {
  const second = Math.ceil(at.getTime() / 1000);
  const later = at > now ? { runAt: new Date(second * 1000), dedupeKey: String(second) } : {};
  await jobs.add(tx, { tenantId, userId: null }, { kind: simulatorReports, payload: {}, ...later });
}

export type Reported = 'delivered' | 'failed' | 'read' | 'clicked' | 'replied' | 'opted_out';
export const firstReport = (to: string): Reported => (chanceOf(to, 'fail') < 3 ? 'failed' : 'delivered');

/** What the simulator reports after this; undefined: nothing more. SMS are not read, and only their replies are known. */
export function nextReport(to: string, channel: LedgerChannel, after: Reported): Reported | undefined {
  const chance = chanceOf(to, after);
  if (after === 'delivered') {
    if (channel === 'push') return chance < 8 ? 'clicked' : undefined;
    if (channel === 'sms') return chance < 3 ? 'replied' : chance < 4 ? 'opted_out' : undefined;
    return chance < (channel === 'email' ? 35 : 70) ? 'read' : undefined;
  }
  if (after === 'read') {
    if (channel === 'email') return chance < 25 ? 'clicked' : undefined;
    return chance < 12 ? 'replied' : chance < 14 ? 'opted_out' : undefined;
  }
  return undefined;
}
