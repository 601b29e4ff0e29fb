import type { Access } from '../../schemas/kit/access';
import type { AnyResource } from '../../schemas/kit/resource';

export interface Place {
  readonly title: string;
  readonly path: string;
}

/** The pages that stand under a menu entry and that this user may open, by title. */
export function placesUnder(
  manifest: readonly Pick<AnyResource, 'label' | 'plural' | 'menu' | 'access'>[],
  entry: string,
  mayOpen: (access: Access) => boolean,
): Place[] {
  return manifest
    .flatMap(({ label, plural, menu, access }) =>
      menu?.under === entry && mayOpen(access) ? [{ title: menu.tab ?? plural ?? `${label}s`, path: menu.path }] : [],
    )
    .sort((a, b) => a.title.localeCompare(b.title, 'en'));
}
