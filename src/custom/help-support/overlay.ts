import type { Overlay } from '../../providers/screens';
import RememberPage from './remember-page';

export const overlay: Overlay = { Content: RememberPage };
