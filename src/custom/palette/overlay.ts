import type { Overlay } from '../../providers/screens';

export const overlay: Overlay = { load: () => import('./palette-host') };
