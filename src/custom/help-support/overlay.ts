import type { Overlay } from '../../providers/screens/screens';
import RememberPage from './remember-page';

export const overlay: Overlay = { Content: RememberPage };
