import type { Overlay } from '../../providers/screens/screens';
import SecondFactorHost from './second-factor-host';

/** A call from any page may require a code first. */
export const overlay: Overlay = { Content: SecondFactorHost };
