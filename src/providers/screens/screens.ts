import type { ComponentType } from 'react';
import type { ScreenSpec } from '../../schemas/kit/screen';

/** A hand-made page as a folder of src/custom declares it in its `screen.ts`: `export const screens: Screen[]`. */
export interface Screen extends ScreenSpec {
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /** Reached only by a redirect; not offered in the palette. */
  readonly sentTo?: true;
}

/** A page whose address has no parameters. */
export interface NamedPlace {
  readonly title: string;
  readonly path: string;
  /** The subject of its access check: the resource's name, or the screen's path. */
  readonly subject: string;
}
export interface ShellPartProps {
  /** Paths of the existing pages, without parameters; a part of one is not a page. */
  readonly routes: ReadonlySet<string>;
  /** Whether there is a page at this address or below it. */
  readonly leadsTo: (address: string) => boolean;
  /** Every page whose address has no parameters. */
  readonly named?: readonly NamedPlace[];
}
/** An item of the header, `export const headerItem` of a folder's `header-item.ts`. Lower orders are further left. */
export interface HeaderItem {
  readonly order: number;
  readonly Content: ComponentType<ShellPartProps>;
}
/**
 * Mounted over every page, `export const overlay` of a folder's `overlay.ts`. It is part of the shell's code, because a file of
 * its own costs more than its few lines; what it opens loads on demand.
 */
export interface Overlay {
  readonly Content: ComponentType<ShellPartProps>;
}
/** A bar between header and page, `export const bar` of a folder's `bar.ts`. */
export interface Bar {
  readonly Content: ComponentType;
}
