import type { RecordOffer } from './record-calls';
import type { AnyRow } from './resource';
import { holds } from './validation-schema';

/** May this be chosen of the record as it is now? The page asks it for the button, the server before it does the work. */
export const isOffered = (offers: readonly RecordOffer[] | undefined, record: Readonly<AnyRow>): boolean =>
  (offers ?? []).some((offer) => [offer.if ?? []].flat().every((condition) => holds(condition, record)));
