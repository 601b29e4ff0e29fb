import type { Access } from './access';
import type { Menu } from './menu-groups';

/** A hand-made page: one declaration gives route, guard, menu entry and title. The room in src/custom adds how it loads. */
export interface ScreenSpec {
  /** React Router pattern with a leading slash. */
  readonly path: string;
  readonly title: string;
  readonly access: Access;
  readonly menu?: Omit<Menu, 'path'> & { readonly path?: string };
}
