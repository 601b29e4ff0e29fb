import { defineCall } from '../kit/call';

const id = { type: 'string', minLength: 1, maxLength: 40 } as const;

/** D-083; without a call_id the caller's newest ringing call of that lead is meant. */
export const hangUp = defineCall({
  name: 'dialer-hangup',
  wire: 'POST dialer/hangup',
  access: 'signed-in',
  as: 'update',
  outside: true,
  body: { type: 'object', properties: { lead_id: id, user_id: id, call_id: id } },
});
/** A call comes in, as a phone provider would announce it; only with demo tenants (DEMO=1). */
export const sandboxCall = defineCall({
  name: 'sandbox-call',
  wire: 'POST dialer/sandbox-call',
  access: { code: 'LEADS', level: 1 },
  as: 'create',
  body: {
    type: 'object',
    properties: { lead_id: id, user_id: id, phone: { type: 'string', minLength: 3, maxLength: 20 } },
  },
  examples: [{ body: { phone: '9822012345' } }],
});
