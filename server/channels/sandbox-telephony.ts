import { problem } from '../../src/schemas/kit/problem';
import { supervisorActions } from '../../src/schemas/kit/supervision';
import type { CallCost, CallLines, Telephony } from './telephony';

/** What the sandbox calls out with, and where calls come in. */
export const sandboxNumbers = { outgoing: '+918069000101', incoming: '+918069000102' } as const;

/** Rupees for each minute that has begun. */
const sandboxRate = 0.6;
export const sandboxCost = (talkSeconds: number): CallCost => ({
  amount: Number((Math.ceil(talkSeconds / 60) * sandboxRate).toFixed(2)),
  currency: 'INR',
});

/**
 * A provider that calls nobody. The outcome of a call depends on the last digits of the number, so it is always the same: 00666 is
 * refused, and a call with 00555 can be neither held, muted nor transferred, and takes no digits.
 */
export const sandboxTelephony: Telephony = {
  number: sandboxNumbers.outgoing,
  can: ['hold', 'mute', 'keypad', 'transfer'],
  supervises: supervisorActions,
  connect: async ({ id, to }) => {
    if (to.endsWith('00666')) throw refusal();
    return `sandbox-${id}`;
  },
  hangUp: async () => {},
  control: async (_, lines) => refuseOften(lines),
  keys: async (_, lines) => refuseOften(lines),
  leave: async (lines) => refuseOften(lines),
  supervise: async () => {},
  cost: async (_, talkSeconds) => sandboxCost(talkSeconds),
  recording: async () => ({ bytes: notes(4), mime: 'audio/wav' }),
};

const refusal = (): Error => problem(503, 'The phone provider refused the request.');
function refuseOften({ phone }: Pick<CallLines, 'phone'>): void {
  if (phone?.endsWith('00555')) throw refusal();
}

/** How ids of calls begin that no provider knows of. */
const onOwnPhone = 'own-phone-';
export const isOnOwnPhone = ({ provider_call_id: id }: { readonly provider_call_id: string | null }): boolean =>
  id?.startsWith(onOwnPhone) === true;

/** Provider `none`: callers dial on their own phones, and say themselves when a call is over and what came of it. */
export const ownPhones: Telephony = {
  number: null,
  can: [],
  supervises: [],
  connect: async ({ id }) => `${onOwnPhone}${id}`,
  hangUp: async () => {},
  recording: () => Promise.reject(problem(404, 'Calls on own phones are not recorded.')),
};

/** 7 is busy, 8 does not answer, 9 cannot be reached; every other number is answered. */
export function sandboxOutcome(phone: string): 'answered' | 'busy' | 'no_answer' | 'unreachable' {
  const last = phone.at(-1);
  return last === '7' ? 'busy' : last === '8' ? 'no_answer' : last === '9' ? 'unreachable' : 'answered';
}

const rate = 8000;
/** A WAV of so many seconds with two notes in turn: 8 kHz, 8 bit, mono. */
function notes(seconds: number): Buffer {
  const data = Buffer.alloc(seconds * rate);
  for (let at = 0; at < data.length; at++) {
    const pitch = Math.floor((2 * at) / rate) % 2 ? 523 : 392;
    data[at] = 128 + Math.round(40 * Math.sin((2 * Math.PI * pitch * at) / rate));
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
