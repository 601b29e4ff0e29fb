import { createHash } from 'node:crypto';
import type { Voice, VoiceCallAsked, VoiceResult } from './voice';

/** Rupees that a simulated account starts with, and what a simulated call costs. */
const credit = 25_000;
const perCall = 0.5;

/**
 * The built-in provider: it approves every recording and calls nobody. The same number, and with it the same key, always ends the
 * same way.
 */
export const sandboxVoice: Voice = {
  fileState: async ({ id }) => ({ approval: 'approved', providerId: `SBX-${id.slice(-8)}` }),
  balance: async (used) => ({ balance: Math.max(0, credit - used * perCall), currency: 'INR' }),
  dial: async (call) => endOf(call),
  outcome: async (call) => endOf(call),
};

function endOf({ phone, keys }: VoiceCallAsked): VoiceResult {
  const [chance = 0, key = 0, length = 0] = createHash('sha256').update(phone).digest();
  if (chance < 143) {
    const response = keys.length && key < 180 ? keys[key % keys.length] : undefined;
    return { status: 'answered', seconds: 8 + (length % 40), ...(response ? { response } : {}) };
  }
  return { status: chance < 180 ? 'busy' : chance < 238 ? 'no_answer' : 'failed', seconds: 0 };
}
