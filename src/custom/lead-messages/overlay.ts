import type { Overlay } from '../../providers/screens/screens';
import LeadMessagesHost from './lead-messages-host';

export const overlay: Overlay = { Content: LeadMessagesHost };
