import type { Overlay } from '../../providers/screens';
import IncomingCallHost from './incoming-call-host';

export const overlay: Overlay = { Content: IncomingCallHost };
