import type { Ability } from '../../providers/ability';
import type { AnyResource } from '../../schemas/kit/resource';

export interface Place {
  readonly title: string;
  readonly path: string;
}

/** The organisation's own rules: sections of one page, each found by its name. */
const rules: readonly (Place & { readonly under: string })[] = [
  { under: 'Configuration', title: 'Features', path: '/config/rules#features' },
  { under: 'Configuration', title: 'Duplicate leads', path: '/config/rules#duplicates' },
  { under: 'Configuration', title: 'Pending follow-ups and timeline', path: '/config/rules#follow-ups' },
  { under: 'Configuration', title: 'Report settings', path: '/config/rules#reports' },
];

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
    .concat(may.can('open', '/config/rules') ? rules.filter(({ under }) => under === entry) : [])
    .sort((a, b) => a.title.localeCompare(b.title, 'en'));
}
