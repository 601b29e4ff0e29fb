import type { ReactNode } from 'react';
import { useSecondFactorAsked } from '../../providers/session/second-factor';
import { onDemand } from '../../ui/dialogs/on-demand';

const SecondFactorModal = onDemand('second-factor', () => import('./second-factor-modal'));

/** A new dialog, with a new code, for each request. */
export default function SecondFactorHost(): ReactNode {
  return useSecondFactorAsked() ? <SecondFactorModal /> : null;
}
