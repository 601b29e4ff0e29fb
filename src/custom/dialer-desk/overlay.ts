import type { Overlay } from '../../providers/screens';

export const overlay: Overlay = { load: () => import('./dialer-host') };
