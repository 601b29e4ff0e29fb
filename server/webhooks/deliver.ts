import sql from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
import { placeOf } from '../store/sealed-values';
import type { Services } from '../context/services';
import { Refused } from '../outbound/outbound';
import { signatureOf } from './signature';

interface Claimed {
  readonly id: string;
  readonly attempts: number;
  readonly body: unknown;
  readonly event: string;
  readonly webhook_id: string;
  readonly url: string;
  readonly secret: string;
}
interface Outcome {
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
}
/** Eight tries within 24 hours (TRUST-R21): the waits between them, in seconds. */
export const waits: readonly number[] = [60, 300, 900, 3600, 10_800, 25_200, 43_200];
const claimSeconds = 60;

/** One attempt of one delivery. False: it failed, or someone else has it; the rest of this webhook's queue waits. */
export async function deliver(services: Services, tenantId: string, id: string): Promise<boolean> {
  const claimed = await claim(services, tenantId, id);
  if (!claimed) return false;
  const outcome = await attempt(services, tenantId, claimed);
  await record(services, tenantId, claimed, outcome);
  return outcome.error === null;
}

const actorOf = (tenantId: string) => ({ tenantId, userId: null, ip: '', agent: 'webhooks', requestId: 'webhooks' });

function claim({ store }: Services, tenantId: string, id: string): Promise<Claimed | undefined> {
  return store.transaction(actorOf(tenantId), (tx) =>
    tx.row<Claimed>(
      sql`update "webhook_deliveries" d set "attempts" = d."attempts" + 1, "next_at" = now() + make_interval(secs => ${claimSeconds}::int)
          from "webhooks" w where w."tenant_id" = d."tenant_id" and w."id" = d."webhook_id" and w."deleted_at" is null and w."status" = 1
            and d."tenant_id" = ${tenantId} and d."id" = ${id} and d."state" = 'queued' and (d."next_at" is null or d."next_at" <= now())
          returning d."id", d."attempts", d."body", d."event", d."webhook_id", w."url", w."secret"`,
      'delivery-claim',
    ),
  );
}

async function attempt(services: Services, tenantId: string, one: Claimed): Promise<Outcome> {
  const started = Date.now();
  try {
    const secret = services.secrets.open(one.secret, placeOf(tenantId, resourceNamed('webhooks'), 'secret', one.webhook_id));
    const body = JSON.stringify(one.body);
    const answer = await services.outbound.send({
      url: one.url,
      method: 'POST',
      body,
      mostBytes: 64 * 1024,
      headers: {
        'content-type': 'application/json',
        'x-prospectus-event': one.event,
        'x-prospectus-delivery': one.id,
        'x-prospectus-signature': signatureOf(secret, Math.floor(services.now().getTime() / 1000), body),
      },
    });
    const fine = answer.status >= 200 && answer.status < 300;
    return {
      status: answer.status,
      error: fine ? null : `The receiver returned status ${answer.status}.`,
      ms: Date.now() - started,
    };
  } catch (error) {
    if (!(error instanceof Refused)) services.log.error({ err: error, delivery: one.id }, 'webhook delivery failed');
    const sentence = error instanceof Refused ? error.message : 'The delivery could not be sent.';
    return { status: null, error: sentence, ms: Date.now() - started };
  }
}

/** The outcome, and after a failure the time of the next attempt; after three in a row the whole webhook pauses. */
function record({ store, now }: Services, tenantId: string, one: Claimed, { status, error, ms }: Outcome): Promise<unknown> {
  const wait = error === null ? undefined : waits[one.attempts - 1];
  const state = error === null ? 'delivered' : wait === undefined ? 'failed' : 'queued';
  const at = now().toISOString();
  return store.transaction(actorOf(tenantId), async (tx) => {
    await tx.run(
      sql`update "webhook_deliveries" set "state" = ${state}, "answer_status" = ${status}::bigint, "error" = ${error}, "took_ms" = ${ms}::bigint,
            "delivered_at" = ${error === null ? at : null}::timestamptz, "next_at" = now() + make_interval(secs => ${wait ?? 0}::int)
          where "tenant_id" = ${tenantId} and "id" = ${one.id}`,
    );
    await tx.run(
      error === null
        ? sql`update "webhook_states" set "failures" = 0, "paused_until" = null, "last_error" = null, "last_delivered_at" = ${at}::timestamptz
              where "tenant_id" = ${tenantId} and "webhook_id" = ${one.webhook_id}`
        : sql`update "webhook_states" set "failures" = "failures" + 1, "last_error" = ${error},
                "paused_until" = case when "failures" >= 2 then now() + make_interval(secs => least(15 * power(2, least("failures", 8)), 600)::int) end
              where "tenant_id" = ${tenantId} and "webhook_id" = ${one.webhook_id}`,
    );
  });
}
