import type { Rule } from './access';
import type { Menu } from './menu-groups';

/** Access codes are declared by schema files and calls, which a screen names. */
type RuleWithoutCode = Exclude<Rule, { readonly code: unknown }>;
/**
 * Who may open a screen: those who may open the resource or use the call that `of` names. With a route of its own, more people
 * open the page than see its menu entry (D-014).
 */
export type ScreenAccess =
  | RuleWithoutCode
  | { readonly of: string; readonly route?: RuleWithoutCode }
  | { readonly menu: RuleWithoutCode; readonly route: RuleWithoutCode };

/** A hand-made page: one declaration gives route, guard, menu entry and title. The room in src/custom adds how it loads. */
export interface ScreenSpec {
  /** React Router pattern with a leading slash. */
  readonly path: string;
  readonly title: string;
  readonly access: ScreenAccess;
  readonly menu?: Omit<Menu, 'path'> & { readonly path?: string };
}
