import sql from 'sql-template-tag';
import type { Context } from '../context/context';
import type { Services } from '../context/services';
import { zoneOf } from '../lead-events/tenant-rules';
import type { Tx } from '../store/store';

/** Who acts on a lead. */
export interface LeadActor {
  readonly tenantId: string;
  /** The person; null where a rule, a workflow, a provider or an applicant acts. */
  readonly userId: string | null;
  /** IANA name of the tenant's zone. */
  readonly zone: string;
  readonly now: Date;
  /** Name of the API key that the person's call came with. */
  readonly apiKey?: string;
  /** A rule or workflow acting by itself. What it does does not trigger other rules. */
  readonly automatic?: Automatic;
}
export interface Automatic {
  readonly kind: 'rule' | 'workflow';
  readonly id: string;
  readonly name: string;
}
/** The transaction of an act on a lead, and its actor. */
export interface Acting {
  readonly tx: Tx;
  readonly services: Services;
  readonly by: LeadActor;
}

/** The person who makes the call. */
export const actingOf = ({ tx, services, session }: Pick<Context, 'tx' | 'services' | 'session'>): Acting => ({
  tx,
  services,
  by: {
    tenantId: session.tenantId,
    userId: session.userId || null,
    zone: session.timezone,
    now: services.now(),
    ...(session.apiKey && { apiKey: session.apiKey.name }),
  },
});

/** A job of this user, or a provider's report: nobody is signed in. */
export const actingFor = async (
  tx: Tx,
  services: Services,
  { tenantId, userId }: Pick<LeadActor, 'tenantId' | 'userId'>,
): Promise<Acting> => ({ tx, services, by: { tenantId, userId, zone: await zoneOf(tx, tenantId), now: services.now() } });

/** As histories name it: "Rule 'West round robin'"; null for a person. */
export const actorName = ({ automatic }: Pick<LeadActor, 'automatic'>): string | null =>
  automatic ? `${automatic.kind === 'rule' ? 'Rule' : 'Workflow'} '${automatic.name}'`.slice(0, 160) : null;

/**
 * What a rule or workflow does is done in its own name, in the lead's history and in the audit, not in that of the person whose
 * save set it off.
 */
export async function automatically<A extends Acting, T>(
  acting: A,
  automatic: Automatic,
  work: (acting: A) => Promise<T>,
): Promise<T> {
  const { tx, by } = acting;
  const own: LeadActor = { ...by, userId: null, automatic };
  const take = (usr: string, reason: string): Promise<{ usr: string; reason: string } | undefined> =>
    tx.row(
      sql`with "before" as materialized (select coalesce(current_setting('app.user', true), '') as "usr",
            coalesce(current_setting('app.reason', true), '') as "reason")
          select "usr", "reason", set_config('app.user', ${usr}, true), set_config('app.reason', ${reason}, true) from "before"`,
      'acting-as', // undone with the transaction or savepoint where the work throws
    );
  const before = (await take('', actorName(own)!))!;
  const result = await work({ ...acting, by: own });
  await take(before.usr, before.reason);
  return result;
}
