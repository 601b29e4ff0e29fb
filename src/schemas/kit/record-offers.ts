import type { RecordOffer } from './record-calls';
import type { AnyRow } from './resource';
import { holds } from './validation-schema';

/** Is this action available for the record now? The page checks it for the button, the server before it acts. */
export const isOffered = (offers: readonly RecordOffer[] | undefined, record: Readonly<AnyRow>): boolean =>
  (offers ?? []).some((offer) => [offer.if ?? []].flat().every((condition) => holds(condition, record)));
