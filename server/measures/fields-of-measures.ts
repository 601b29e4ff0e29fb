import type { MeasureId } from '../../src/schemas/kit/measures';

/** Of the lead and of the call of a counted row. */
interface Fields {
  readonly lead?: readonly string[];
  readonly call?: readonly string[];
}
const talked: Fields = { call: ['talk_s'] };
const outcome: Fields = { call: ['outcome'] };
const ended: Fields = { call: ['outcome', 'talk_s'] };
const enrolled: Fields = { lead: ['stage_id'] };

/** Fields whose value is known of every row that a measure counted: who lists the rows knows it too. Ratios and differences follow from others. */
export const fieldsOfMeasures: Readonly<Partial<Record<MeasureId, Fields>>> = {
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
