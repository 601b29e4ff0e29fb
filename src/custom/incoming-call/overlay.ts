import type { Overlay } from '../../providers/screens/screens';
import IncomingCallGate from './incoming-call-gate';

export const overlay: Overlay = { Content: IncomingCallGate };
