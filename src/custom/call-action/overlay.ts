import type { Overlay } from '../../providers/screens';
import LeadStageHost from './lead-stage-host';

/** Stands over every page (A §2.1). */
export const overlay: Overlay = { Content: LeadStageHost };
