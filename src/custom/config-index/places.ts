import type { Ability } from '../../providers/ability';
import type { AnyResource } from '../../schemas/kit/resource';

export interface Place {
  readonly title: string;
  readonly path: string;
}

/** The pages under a menu entry that this user can open, by title. */
export function placesUnder(
  manifest: readonly Pick<AnyResource, 'name' | 'label' | 'plural' | 'menu'>[],
  entry: string,
  may: Pick<Ability, 'can'>,
): Place[] {
  return manifest
    .flatMap(({ name, label, plural, menu }) =>
      menu?.under === entry && may.can('open', name) ? [{ title: menu.tab ?? plural ?? `${label}s`, path: menu.path }] : [],
    )
    .sort((a, b) => a.title.localeCompare(b.title, 'en'));
}
