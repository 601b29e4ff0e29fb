import type { Overlay } from '../../providers/screens/screens';
import LeadCallHost from './lead-call-host';

export const overlay: Overlay = { Content: LeadCallHost };
