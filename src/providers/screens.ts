import type { ComponentType } from 'react';
import type { ScreenSpec } from '../schemas/kit/screen';

/** A hand-made page as a room of src/custom declares it in its `screen.ts`: `export const screens: Screen[]`. */
export interface Screen extends ScreenSpec {
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}
