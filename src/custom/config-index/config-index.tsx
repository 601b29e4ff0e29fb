import { useAbility } from '@casl/react';
import { manifest } from 'virtual:manifest';
import { useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Ability } from '../../providers/ability';
import { PageFrame } from '../../ui/page/page-frame';
import { EmptyState } from '../../ui/page/states';
import { Icon } from '../../ui/marks/icon';
import { useKeys } from '../../ui/actions/use-keys';
import { placesUnder } from './places';
import './config-index.css';

/** All catalogues of the menu entry on one page, with a search box. */
export function ConfigIndex({ entry }: { entry: string }): ReactNode {
  const ability = useAbility<Ability>();
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLInputElement>(null);
  useKeys({ '/': ['Search settings', () => box.current?.focus()] });
  const places = placesUnder(manifest, entry, ability);
  const found = places.filter(({ title }) => title.toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    <PageFrame title={entry} padded>
      <search className="p-config-search">
        <Icon name="search" />
        <input
          ref={box}
          type="text"
          value={typed}
          placeholder="Search settings"
          aria-label="Search settings"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
        />
      </search>
      {found.length ? (
        <ul className="p-config">
          {found.map(({ path, title }) => (
            <li key={path}>
              <Link to={path}>
                {title}
                <Icon name="right" size={14} />
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title={typed ? `No setting matches '${typed}'` : 'No settings to show'} icon="sliders">
          {typed ? 'Try a shorter word.' : 'Ask your administrator for access to the settings.'}
        </EmptyState>
      )}
    </PageFrame>
  );
}
