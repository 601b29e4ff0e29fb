import { readFile } from 'node:fs/promises';
import { Problem, problem } from '../../src/schemas/kit/problem';
import type { Services } from '../context/services';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { askOnce } from './ask-once';
import type { Message } from '../context/channels';
import { holdMessage, untilSwitchedOn, verdictNow } from './held-messages';
import { markSending, noteSent, type Queued, type Sending } from './outbox';
import { providerOf, type Provider } from './providers';
import { mailServerOf, operatorMail } from './mail-server';
import { sendMail } from './smtp-mail';
import type { Tx } from '../store/store';
import { smsRequest } from './sender-of';

/** Payload of the job: a row of the outbox, and the sealed text where that row does not hold it. */
export interface SendWork {
  readonly id: string;
  readonly sealed?: string;
  readonly html?: boolean;
  readonly forSignIn?: true;
  readonly plain?: string;
  readonly from?: string;
  readonly dlt?: Message['dlt'];
}
export const sealedPlace = (tenantId: string, id: string): string => `${tenantId}/outbox-messages/body/${id}`;
export const sendMessage = new JobKind<SendWork>('send-message');
export const jobKinds: JobKinds = runs(sendMessage, run);

/**
 * One message, asked for once: its row in the outbox says what became of it, and its id goes along as the key. A provider that
 * could not be reached, or says no for now, is asked again.
 */
async function run(job: RunningJob<SendWork>, steps: Steps): Promise<object> {
  const { tenantId, payload: work, services } = job;
  const { id } = work;
  // It left the message to another job, and was stopped before it could say so.
  if (job.cursor) return { sent: false };
  const outcome = await askOnce<{ row: Queued; provider: Provider | undefined; file: Attached | Problem | undefined }, unknown>(
    steps,
    {
      async begin(tx) {
        if (!work.forSignIn && (await waitsOn(tx, job))) return { cursor: { waits: true }, value: undefined };
        const begun = await markSending(tx, tenantId, id);
        if (!begun) return { value: undefined };
        const provider = await providerOf(tx, services, tenantId, begun.row.channel);
        const file = await attachedFile(tx, job, begun.row);
        return { value: { one: { row: begun.row, provider, file }, wasAsked: begun.wasAsked } };
      },
      async prepare({ row, provider, file }) {
        const message = messageOf(row, work, tenantId, services);
        if (file instanceof Problem) throw file;
        const attachments = file ? [{ filename: file.name, contentType: file.mime, content: await readFile(file.path) }] : [];
        const extras = { ...(work.plain === undefined ? {} : { plain: work.plain }), attachments };
        // It waited for its hour, and there was no provider: the sandbox keeps it.
        if (row.provider === 'sandbox') return () => Promise.resolve();
        if (row.provider === 'operator') {
          const server = operatorMail(services);
          return () => sendMail(server, id, message, extras);
        }
        if (provider?.name === row.provider) {
          if (message.channel === 'sms')
            return smsRequest({ tenantId, provider }, id, { ...message, ...registered(work) }, services);
          const server = await mailServerOf(provider, services);
          return () => sendMail(server, id, message, extras);
        }
        throw problem(422, `The provider ${row.provider} was switched off before the message was sent.`);
      },
      note: (tx, _one, told) => noteSent(tx, tenantId, id, told),
    },
  );
  if (outcome?.state === 'refused') throw outcome.error;
  return { sent: outcome?.state === 'done', ...(outcome?.state === 'unknown' ? { unknown: true } : {}) };
}

interface Attached {
  readonly path: string;
  readonly name: string;
  readonly mime: string;
}
/** The stored file that goes along, or why there is none any more. */
async function attachedFile(
  tx: Tx,
  { tenantId, services }: RunningJob<SendWork>,
  { attachment }: Sending,
): Promise<Attached | Problem | undefined> {
  const id = /^files\/([^#]+)/.exec(attachment ?? '')?.[1];
  if (id === undefined) return undefined;
  try {
    return await services.files.pathOf(tx, tenantId, id);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** What the gate holds back leaves with another job, at its hour or once its feature is on; what it refuses stays. */
async function waitsOn(tx: Tx, { tenantId, payload, services }: RunningJob<SendWork>): Promise<boolean> {
  const verdict = await verdictNow(tx, tenantId, payload.id, services.now());
  if (verdict.send) return false;
  await holdMessage(tx, tenantId, payload.id, verdict);
  const runAt = verdict.reason === 'feature_off' ? untilSwitchedOn : verdict.until;
  if (runAt) await services.jobs.add(tx, { tenantId, userId: null }, { kind: sendMessage, payload, runAt });
  return true;
}

/** What the operators compare an SMS with. */
const registered = ({ from, dlt }: SendWork): Pick<Message, 'from' | 'dlt'> => ({
  ...(from === undefined ? {} : { from }),
  ...(dlt ? { dlt } : {}),
});

function messageOf(row: Queued, { id, sealed, html }: SendWork, tenantId: string, { secrets }: Services): Message {
  const { to, subject, channel } = row;
  if (channel === 'teams') throw new Error('Teams messages are sent by their own job');
  const body = sealed === undefined ? row.body : openedText(() => secrets.open(sealed, sealedPlace(tenantId, id)));
  return { channel, to, body, ...(html ? { html } : {}), ...(subject === null ? {} : { subject }) };
}

function openedText(open: () => string): string {
  try {
    return open();
  } catch {
    throw problem(422, 'The message was encrypted with another SECRET_KEY and cannot be read.');
  }
}
