import * as sessionCalls from '../../../src/schemas/calls/session';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type OutsideCallContext, type CallReply } from '../../context/handle';
import { sendNewCode, wrongCode } from '../../identity/one-time-codes';
import { noteSecondFactor } from '../../identity/second-factor';
import { actorOf, claimsOf, sessionEnded } from '../../identity/sessions';
import { checkResend, countCodeSent, mostWrongCodes, tomorrow, wrongCodes } from '../../identity/sign-in-limits';

export const handlers: Handlers = {
  ...handle(sessionCalls.secondFactorCode, sendCode),
  ...handle(sessionCalls.secondFactor, confirm),
};

/** Goes to the address of the signed-in user, whatever the call says; with the limits of the codes for signing in. */
async function sendCode({
  session,
  services,
  request,
}: OutsideCallContext<typeof sessionCalls.secondFactorCode>): Promise<CallReply<typeof sessionCalls.secondFactorCode>> {
  if (!session) throw sessionEnded();
  const { tenantId, userId, email } = session;
  if ((await wrongCodes(services.store, userId)) >= mostWrongCodes) throw tomorrow('codes');
  await checkResend(services.store, userId);
  await services.store.transaction(actorOf(request, tenantId, userId), (tx) =>
    sendNewCode(tx, { services, use: 'second-factor', who: session, email }),
  );
  await countCodeSent(services.store, userId);
  return { message: 'Code sent.', data: { email } };
}

/** A wrong code is answered, not thrown: the count has to be committed. */
async function confirm(
  context: CallContext<typeof sessionCalls.secondFactor>,
): Promise<CallReply<typeof sessionCalls.secondFactor>> {
  const { tx, session, services, body } = context;
  const wrong = await wrongCode(tx, services, 'second-factor', session, String(body.otp));
  if (wrong) return { ...wrong, code: wrong.code === 401 ? 422 : wrong.code };
  const { sid } = await claimsOf(context);
  await noteSecondFactor(tx, { ...session, family: sid }, services.now());
  return { message: 'Confirmed.' };
}
