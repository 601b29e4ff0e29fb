import type { ComponentType } from 'react';
import type { LeadTabName } from '../../schemas/kit/lead-page';
import type { ScreenSpec } from '../../schemas/kit/screen';
import type { Lead } from '../../schemas/leads/leads';
import type { OnDemand } from '../../ui/dialogs/on-demand';
import type { Tenant } from '../session/session';

/** A hand-made page as a folder of src/custom declares it in its `screen.ts`: `export const screens: Screen[]`. */
export interface Screen extends ScreenSpec {
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /** Whose schema file the page is drawn from: it comes together with the code. */
  readonly resource?: string;
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
/** A tab of the lead page, `export const leadTabs` of a folder's `lead-tab.ts`. Its address is declared by the lead page. */
export interface LeadTab {
  readonly name: LeadTabName;
  /** `{entity}` becomes the tenant's word for its colleges. */
  readonly label: string;
  readonly content: OnDemand<{ lead: Lead }>;
  /** The tenant's setting that switches the tab on; without one it is always there. */
  readonly flag?: keyof Tenant;
  /** The resource or call that its data come from: the tab is there for those who may read it. */
  readonly reads: string;
  /** Also shown to a user whom the lead was referred to, before they accept; as the server answers these reads. */
  readonly evenReferred?: true;
}
