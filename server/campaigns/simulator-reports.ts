import sql from 'sql-template-tag';
import type { LedgerChannel } from '../channels/sender';
import { nextReport, queueReports, simulatorReports, type Reported } from '../channels/simulator';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import type { Tx } from '../store/store';
import { takeReports } from './take-reports';

export const jobKinds: JobKinds = runs(simulatorReports, run);

const atOnce = 500;
const rowsPerTurn = 2000;

interface Due {
  readonly id: string;
  readonly channel: LedgerChannel;
  readonly to: string;
  readonly next: Reported;
}

/** Reports what became of simulated messages, as a provider's webhooks would, until nothing is due. */
async function run(job: RunningJob, steps: Steps): Promise<object> {
  for (let rows = 0; ;) {
    const { taken, isLast } = await steps.commit(async (tx) => ({ value: await reportDue(tx, job) }));
    rows += taken;
    if (isLast) return { reports: rows };
    if (rows >= rowsPerTurn) steps.letOthers();
  }
}

async function reportDue(tx: Tx, { tenantId, services }: RunningJob): Promise<{ taken: number; isLast: boolean }> {
  const now = services.now();
  const due: Due[] = await tx.rows(
    sql`select "id", "channel", "to", "next" from "simulated_messages"
        where "tenant_id" = ${tenantId} and "report_at" <= ${now.toISOString()}::timestamptz order by "report_at", "id"
        limit ${atOnce} for update skip locked`,
    'simulator-due',
  );
  const settings: { fault: string | null; delay: number | null } | undefined = await tx.row(
    sql`select "simulator_fault" as "fault", "simulator_delay" as "delay" from "message_settings"
        where "tenant_id" = ${tenantId} and "deleted_at" is null`,
    'simulator-settings',
  );
  const reports = due.map((one) => ({
    key: one.id,
    providerId: `sim-${one.id}`,
    state: one.next,
    error: one.next === 'failed' ? 'The simulated phone or mailbox could not be reached.' : null,
    at: now,
  }));
  await takeReports(tx, tenantId, settings?.fault === 'answers_twice' ? [...reports, ...reports] : reports);
  const at = new Date(now.getTime() + (settings?.delay ?? 5) * 1000);
  const later = due.map((one) => {
    const said = nextReport(one.to, one.channel, one.next) ?? null;
    // Nobody takes consent back by themselves where leads are real.
    const next = said === 'opted_out' && !services.config.demo ? null : said;
    return { key: one.id, next, at: next ? at.toISOString() : null };
  });
  if (due.length)
    await tx.run(
      sql`update "simulated_messages" m set "report_at" = r."at", "next" = coalesce(r."next", m."next")
          from jsonb_to_recordset(${JSON.stringify(later)}::jsonb) r("key" text, "next" text, "at" timestamptz)
          where m."tenant_id" = ${tenantId} and m."id" = r."key" and m."id" = any(${later.map(({ key }) => key)}::text[])`,
      'simulator-later',
    );
  if (due.length === atOnce) return { taken: due.length, isLast: false };
  const rest: { at: string | null } | undefined = await tx.row(
    sql`select min("report_at") as "at" from "simulated_messages" where "tenant_id" = ${tenantId} and "report_at" is not null`,
    'simulator-rest',
  );
  if (!rest?.at) return { taken: due.length, isLast: true };
  const next = new Date(rest.at);
  if (next <= services.now()) return { taken: due.length, isLast: false };
  await queueReports(tx, services, tenantId, next, now);
  return { taken: due.length, isLast: true };
}
