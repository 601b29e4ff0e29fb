import type { Overlay } from '../../providers/screens/screens';
import SecondFactorHost from './second-factor-host';

/** Any page may make a call that wants a code first. */
export const overlay: Overlay = { Content: SecondFactorHost };
