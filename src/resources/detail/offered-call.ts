import type { RecordOffer } from '../../schemas/kit/record-calls';
import type { AnyResource } from '../../schemas/kit/resource';

export type Action = NonNullable<AnyResource['actions']>[string];
/** One way to make an action's call for one record. */
export interface OfferedCall {
  readonly action: Action;
  readonly offer: RecordOffer;
}
