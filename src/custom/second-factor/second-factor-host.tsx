import type { ReactNode } from 'react';
import { useSecondFactorAsked } from '../../providers/session/second-factor';
import { onDemand } from '../../ui/dialogs/on-demand';

const SecondFactorModal = onDemand('second-factor', () => import('./second-factor-modal'));

/** A new dialog, and with it a new code, each time it is asked for. */
export default function SecondFactorHost(): ReactNode {
  return useSecondFactorAsked() ? <SecondFactorModal /> : null;
}
