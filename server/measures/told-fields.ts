import type { MeasureId } from '../../src/schemas/kit/measures';

/** What a counted row is known to have in a field of its lead or its call. */
interface Told {
  readonly lead?: readonly string[];
  readonly call?: readonly string[];
}
const talked: Told = { call: ['talk_s'] };
const outcome: Told = { call: ['outcome'] };
const ended: Told = { call: ['outcome', 'talk_s'] };
const enrolled: Told = { lead: ['stage_id'] };

/** Measures whose rows all have, or do not have, a certain value: who lists the rows knows it. Those that follow from others are not named. */
export const toldFields: Readonly<Partial<Record<MeasureId, Told>>> = {
  C2: talked,
  C3: talked,
  C3a: ended,
  C3b: ended,
  C3c: ended,
  C3d: ended,
  C3e: ended,
  C4: talked,
  C5: outcome,
  C6: outcome,
  C8: talked,
  C9: talked,
  C10: talked,
  C12: talked,
  C16: talked,
  F12: talked,
  L8: { lead: ['is_verified'] },
  N3: { lead: ['connected_count'] },
  N6: enrolled,
  P4: enrolled,
  P4c: enrolled,
  P4n: enrolled,
};
