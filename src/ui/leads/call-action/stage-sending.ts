import type { SeenStage } from '../../../schemas/calls/call-actions';
import type { CallActionValues } from './values';

/** A stage as it was sent: the server knows it by `ref`, as long as nothing of it differs. */
export interface SentStage {
  readonly ref: string;
  readonly values: string;
  readonly seen: SeenStage | undefined;
}
/** Where a form keeps what it sends until the answer comes. */
export interface StageSending {
  readonly last: () => SentStage | undefined;
  readonly keep: (sent: SentStage) => void;
}

/** What is sent now: what was sent before if the form says the same, or the stage under a reference of its own. */
export function stageToSend(
  values: CallActionValues,
  own: { readonly ref: string; readonly seen: SeenStage | undefined },
  sending: StageSending | undefined,
): SentStage {
  const text = JSON.stringify({ ...values, files: values.files.map(({ name }) => name) });
  const last = sending?.last();
  const sent = last?.values === text ? last : { ...own, values: text };
  sending?.keep(sent);
  return sent;
}
