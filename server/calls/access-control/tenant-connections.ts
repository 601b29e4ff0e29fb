import * as tenantCalls from '../../../src/schemas/calls/tenant';
import { problem } from '../../../src/schemas/kit/problem';
import { teamsAddress, type TeamsHook } from '../../automation/teams-post';
import { teamsOf } from '../../channels/teams';
import { zohoOf, type ZohoLead } from '../../channels/zoho';
import type { Handlers, OutsideContext } from '../../context/context';
import { handle, type OutsideCallContext, type CallReply } from '../../context/handle';
import type { Session } from '../../context/session';
import { actorOf } from '../../identity/sessions';
import { isZohoOn, zohoAccount } from '../../lead-events/zoho-push';
import { Refused } from '../../outbound/outbound';
import type { Tx } from '../../store/store';

export const handlers: Handlers = {
  ...handle(tenantCalls.testTenantConnection, testConnection),
};

const mostAnHour = 20;
/** What a test sends and the message it returns; undefined: the connection is switched off. */
const teamsHooks = { teams_auth_log: 'auth_log', teams_attendance: 'attendance', teams_leave: 'leave' } as const;
type Sample = () => Promise<Pick<tenantCalls.ConnectionTested, 'sandbox' | 'status'> & { readonly message: string }>;

/** Sends one sample the way events are sent, outside any transaction. The result is the answer's message. */
async function testConnection(
  context: OutsideCallContext<typeof tenantCalls.testTenantConnection>,
): Promise<CallReply<typeof tenantCalls.testTenantConnection>> {
  const { services, session, request, body } = context;
  if (!session) throw problem(401, 'Please sign in again.');
  const connection = body.connection;
  if ((await services.store.hit(`test-connection:${session.tenantId}`, 3600)) > mostAnHour)
    throw problem(429, 'Too many test samples. Please try again in an hour.');
  const sample = await services.store.transaction(
    actorOf(request, session.tenantId, session.userId),
    (tx) =>
      connection === 'zoho' ? zohoSample(tx, context, session) : teamsSample(tx, context, session, teamsHooks[connection]),
    { readOnly: true },
  );
  if (!sample) throw problem(409, 'This connection is switched off.');
  const started = Date.now();
  const tested = (taken: boolean, sandbox: boolean, status: number | null): tenantCalls.ConnectionTested => ({
    taken,
    sandbox,
    status,
    ms: Date.now() - started,
  });
  try {
    const { message, sandbox, status } = await sample();
    return { message, data: tested(true, sandbox, status) };
  } catch (error) {
    if (!(error instanceof Refused)) services.log.error({ err: error, connection }, 'a test sample could not be sent');
    const refused = error instanceof Refused ? error : new Refused('connection', 'The sample could not be sent.');
    return { message: refused.message, data: tested(false, false, refused.status) };
  }
}

async function teamsSample(tx: Tx, { services }: OutsideContext, session: Session, hook: TeamsHook): Promise<Sample | undefined> {
  const address = await teamsAddress(tx, session.tenantId, hook);
  if (!address) return undefined;
  return async () => {
    const status = await teamsOf(address, services).post(address, `TEST: a sample sent by ${session.name}. No action is needed.`);
    const sandbox = status === null;
    return { sandbox, status, message: sandbox ? 'The sandbox received the sample.' : 'Teams received the sample.' };
  };
}

async function zohoSample(tx: Tx, { services }: OutsideContext, { tenantId }: Session): Promise<Sample | undefined> {
  if (!(await isZohoOn(tx, tenantId))) return undefined;
  const account = await zohoAccount(tx, services, tenantId);
  return async () => {
    const id = await zohoOf(account, services).push(sampleLead);
    if (!account)
      return { sandbox: true, status: null, message: 'No credentials are saved, so the sandbox received the sample.' };
    return { sandbox: false, status: 200, message: `Zoho received the sample as lead ${id}.` };
  };
}

/** Zoho recognises it by its email: another test updates it instead of adding one. */
const sampleLead: ZohoLead = {
  id: 'test',
  name: 'TEST Sample',
  email: 'test-sample@prospectus.example',
  phone: null,
  source: null,
  city: null,
};
