import type { ComponentType } from 'react';
import type { ScreenSpec } from '../../schemas/kit/screen';

/** A hand-made page as a room of src/custom declares it in its `screen.ts`: `export const screens: Screen[]`. */
export interface Screen extends ScreenSpec {
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /** One is sent there; nobody looks for it. */
  readonly sentTo?: true;
}

/** A page that an address without parameters opens. */
export interface NamedPlace {
  readonly title: string;
  readonly path: string;
  /** What the rights are asked for: the resource's name, or the screen's path. */
  readonly subject: string;
}
export interface ShellPartProps {
  /** Paths of the pages that are there, without parameters: a part leads nowhere else. */
  readonly routes: ReadonlySet<string>;
  /** Is there a page at this address, deeper ones included? */
  readonly leadsTo: (address: string) => boolean;
  /** Every page that can be opened by its address alone. */
  readonly named?: readonly NamedPlace[];
}
/** A part of the header, `export const headerItem` of a room's `header-item.ts`. Lower orders stand further left. */
export interface HeaderItem {
  readonly order: number;
  readonly Content: ComponentType<ShellPartProps>;
}
/**
 * What stands over every page, `export const overlay` of a room's `overlay.ts`. It comes with the shell, since a file of its own
 * costs more than its few lines; what it opens comes on demand.
 */
export interface Overlay {
  readonly Content: ComponentType<ShellPartProps>;
}
/** What stands between header and page, `export const bar` of a room's `bar.ts`. */
export interface Bar {
  readonly Content: ComponentType;
}
