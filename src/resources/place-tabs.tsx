import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useAbility } from '@casl/react';
import { manifest } from 'virtual:manifest';
import type { Ability } from '../providers/ability';
import { pluralOf, type AnyResource } from '../schemas/kit/resource';
import './place-tabs.css';

/**
 * Pages that share one sidebar entry, as tabs, the entry's own page first (SMS campaigns, Templates). Configuration has an index
 * page instead.
 */
export function PlaceTabs({ resource }: { resource: AnyResource }): ReactNode {
  const ability = useAbility<Ability>();
  const family = resource.menu?.under ?? resource.menu?.entry;
  if (!family || family === 'Configuration') return null;
  const members = manifest
    .filter(
      ({ menu, name }) =>
        (menu?.under ?? menu?.entry) === family && menu?.group === resource.menu?.group && ability.can('open', name),
    )
    .sort((a, b) => Number(b.menu?.entry !== undefined) - Number(a.menu?.entry !== undefined));
  const related = (resource.related ?? []).filter(({ path }) => ability.can('open', path));
  if (members.length + related.length < 2) return null;
  return (
    <nav className="p-place-tabs" aria-label={family}>
      {members.map((one) => (
        <Link key={one.name} to={one.menu!.path} aria-current={one.name === resource.name ? 'page' : undefined}>
          {one.menu?.tab ?? pluralOf(one)}
        </Link>
      ))}
      {related.map(({ title, path }) => (
        <Link key={path} to={path}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
