import { dataOf, defineCall } from '../kit/call';

const id = { type: 'string', minLength: 1, maxLength: 40 } as const;

/** D-083; without a call_id the caller's newest ringing call of that lead is meant. */
export const hangUp = defineCall({
  name: 'dialer-hangup',
  wire: 'POST dialer/hangup',
  access: 'signed-in',
  as: 'update',
  data: dataOf<{ readonly call_id: string }>(),
  outside: true,
  body: { type: 'object', properties: { lead_id: id, user_id: id, call_id: id } },
});
/** Takes an incoming call that rings for the caller; a provider then rings their telephone. 409 once it was taken or is over. */
export const takeCall = defineCall({
  name: 'dialer-take',
  wire: 'POST dialer/take',
  access: 'signed-in',
  as: 'update',
  data: dataOf<{ readonly call_id: string }>(),
  outside: true,
  body: { type: 'object', required: ['call_id'], properties: { call_id: id } },
});
/**
 * What the caller writes during a call of theirs, kept with it while they type; an empty note removes it. `before` is what this
 * window wrote last: what others wrote meanwhile stays next to it.
 */
export const noteCall = defineCall({
  name: 'dialer-note',
  wire: 'PUT dialer/note',
  access: 'signed-in',
  as: 'update',
  data: dataOf<{ readonly call_id: string }>(),
  body: {
    type: 'object',
    required: ['call_id', 'note'],
    properties: {
      call_id: id,
      note: { type: 'string', title: 'Note', maxLength: 2000 },
      before: { type: 'string', maxLength: 2000 },
    },
  },
});
/** A call comes in, as a phone provider would announce it; only with demo tenants (DEMO=1). */
export const sandboxCall = defineCall({
  name: 'sandbox-call',
  wire: 'POST dialer/sandbox-call',
  access: { code: 'LEADS', level: 1 },
  as: 'create',
  data: dataOf<{ readonly call_id: string }>(),
  body: {
    type: 'object',
    properties: {
      lead_id: id,
      user_id: id,
      phone: { type: 'string', minLength: 3, maxLength: 20 },
      /** The number that is called; the sandbox's own unless it says another. */
      to: { type: 'string', title: 'Called number', pattern: '^\\+[0-9]{5,15}$' },
      // for whom a provider's call of the number would ring
      routed: { type: 'boolean' },
    },
  },
  examples: [{ body: { phone: '9822012345' } }],
});
