import type { Services } from '../context/services';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';
import type { Channels, Message } from '../context/channels';
import { isChannelOff, untilSwitchedOn } from './held-messages';
import { keepQueued } from './outbox';
import { providerOf } from './providers';
import { makeSandbox } from './sandbox';
import { isServed } from './sender-of';
import { sealedPlace, sendMessage, type SendWork } from './send-message';

/**
 * The channels of every tenant (D-143): a message for which a provider is set is queued and leaves after commit, any other is the
 * sandbox's. Sign-in codes go by the operator's mail server where there is one, so that no tenant locks itself out.
 */
export function makeChannels(services: () => Services, print?: (line: string) => void): Channels {
  const sandbox = makeSandbox(print);
  return {
    async send(tx, tenantId, message) {
      const by = await servedBy(tx, services(), tenantId, message);
      const isOff = !isForSignIn(message) && (await isChannelOff(tx, tenantId, message.channel));
      if (by === undefined && !message.notBefore && !isOff) return sandbox.send(tx, tenantId, message);
      return queue(tx, services(), tenantId, message, { by: by ?? 'sandbox', isOff });
    },
  };
}

const isForSignIn = ({ code, forSignIn }: Message): boolean => code !== undefined || forSignIn === true;

/** Who sends the message: 'operator', or the name of the tenant's provider; undefined: nobody. */
async function servedBy(tx: Tx, services: Services, tenantId: string, { channel, code }: Message): Promise<string | undefined> {
  const operator = channel === 'email' && services.config.mail ? 'operator' : undefined;
  if (code !== undefined && operator) return operator;
  if (channel !== 'email' && channel !== 'sms') return undefined;
  const provider = await providerOf(tx, services, tenantId, channel);
  return provider && isServed(channel, provider.name) ? provider.name : operator;
}

/** A one-time code is never stored as plain text, neither in the outbox nor with the job. */
async function queue(
  tx: Tx,
  { jobs, secrets }: Services,
  tenantId: string,
  message: Message,
  { by, isOff }: { readonly by: string; readonly isOff: boolean },
): Promise<{ readonly id: string }> {
  const id = newId();
  const {
    channel,
    to,
    subject,
    body,
    code,
    html,
    leadId,
    sentBy,
    fills = [],
    subjectFills = [],
    notBefore,
    promotional,
    attachment,
  } = message;
  const shown = code === undefined ? body : body.replaceAll(code, '••••••');
  const about = {
    ...(leadId === undefined ? {} : { leadId }),
    ...(sentBy === undefined ? {} : { sentBy }),
    ...(html ? { html } : {}),
    fills,
    subjectFills,
    ...(isOff ? { reason: 'feature_off' as const } : notBefore ? { notBefore, reason: 'outside_hours' as const } : {}),
    ...(promotional ? { promotional } : {}),
    ...(attachment === undefined ? {} : { attachment }),
  };
  await keepQueued(tx, tenantId, id, { channel, to, subject: subject ?? null, body: shown, provider: by, ...about });
  const payload: SendWork = {
    id,
    ...(html ? { html } : {}),
    ...(message.plain === undefined ? {} : { plain: message.plain }),
    ...(message.from === undefined ? {} : { from: message.from }),
    ...(message.dlt ? { dlt: message.dlt } : {}),
    ...(isForSignIn(message) ? { forSignIn: true } : {}),
    ...(code === undefined ? {} : { sealed: secrets.seal(body, sealedPlace(tenantId, id)) }),
  };
  const runAt = isOff ? untilSwitchedOn : notBefore;
  await jobs.add(tx, { tenantId, userId: null }, { kind: sendMessage, payload, ...(runAt ? { runAt } : {}) });
  tx.afterCommit(() => jobs.wake());
  return { id };
}
