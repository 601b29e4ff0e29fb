import type { Overlay } from '../../providers/screens/screens';
import ProfileHost from './profile-host';

export const overlay: Overlay = { Content: ProfileHost };
