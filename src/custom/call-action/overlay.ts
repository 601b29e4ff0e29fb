import type { Overlay } from '../../providers/screens/screens';
import LeadStageHost from './lead-stage-host';

/** Mounted over every page. */
export const overlay: Overlay = { Content: LeadStageHost };
