import { notAllowed, problem } from '../../../src/schemas/kit/problem';
import { addressOf } from '../../campaigns/campaign-test';
import { markTesting, noteSent } from '../../channels/outbox';
import { providerById, type Provider } from '../../channels/providers';
import { messageSender } from '../../channels/sender-of';
import { whatsappOf } from '../../channels/whatsapp-provider';
import type { Handlers, OutsideContext, Reply } from '../../context/context';
import { named } from '../../context/handle';
import { callerTransaction } from '../../dialer/caller-transaction';
import { newId } from '../../store/ids';

/** Outside a transaction: a provider may take seconds. */
export const handlers: Handlers = named('provider-settings.test', {
  before: async (context: OutsideContext) => {
    const reply = await test(context);
    return async () => reply;
  },
});

/** Asks the provider of this row, active or not, and answers what it said. The message is a row of the ledger like any other. */
async function test(context: OutsideContext): Promise<Reply> {
  const { services, session, params, body } = context;
  if (!session) throw problem(403, notAllowed);
  const { tenantId } = session;
  const found = await callerTransaction(context, ({ tx }) => providerById(tx, services, tenantId, params['id'] ?? ''));
  if (!found) throw problem(404, 'This provider no longer exists.');
  const { channel, provider } = found;
  if (provider.name === 'sandbox') throw problem(409, 'The sandbox sends nothing, so there is nothing to test.');
  if (channel === 'whatsapp') {
    const { length } = await whatsappOf(provider, services).templates([]);
    return { message: `WhatsApp answered. The account has ${length} templates.` };
  }
  if (channel !== 'sms' && channel !== 'email') throw problem(409, 'This channel has no test.');
  const to = addressOf(body['to'], channel === 'email');
  return { message: await sendTest(context, { channel, provider, to }) };
}

const text = 'This is a test message. Your settings work.';

async function sendTest(
  context: OutsideContext,
  { channel, provider, to }: { readonly channel: 'sms' | 'email'; readonly provider: Provider; readonly to: string },
): Promise<string> {
  const { services } = context;
  const { tenantId } = context.session!;
  const key = newId();
  const subject = channel === 'email' ? '[Test] Your settings work' : null;
  await callerTransaction(context, ({ tx }) =>
    markTesting(tx, tenantId, key, { channel, to, subject, body: text, provider: provider.name }),
  );
  const sender = messageSender({ tenantId, channel, provider, simulation: undefined }, services);
  const [outcome] = await sender.send([{ key, to, subject, body: text }]);
  if (!outcome) throw new Error('a sender answers each message');
  const told = outcome.state === 'done' ? { ...outcome, answer: outcome.answer.providerId } : outcome;
  await callerTransaction(context, ({ tx }) => noteSent(tx, tenantId, key, told));
  if (outcome.state === 'refused') throw problem(409, outcome.error.message);
  if (outcome.state === 'unknown') throw problem(503, outcome.why);
  return `Sent to ${to}. The provider accepted the message.`;
}
