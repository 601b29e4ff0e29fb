import type { Overlay } from '../../providers/screens/screens';
import IncomingCallHost from './incoming-call-host';

export const overlay: Overlay = { Content: IncomingCallHost };
