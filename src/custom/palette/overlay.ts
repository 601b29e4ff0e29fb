import type { Overlay } from '../../providers/screens/screens';
import PaletteHost from './palette-host';

export const overlay: Overlay = { Content: PaletteHost };
