import type { ReactNode } from 'react';
import { LineIcon } from '../../ui/marks/line-icon';
import type { Profile } from './use-tenant';

const networks = [
  {
    name: 'facebook',
    path: 'M9.4 14V8.600h1.800l.3-2.100H9.400V5.200c0-.6.2-1 1-1h1.200V2.300a13 13 0 0 0-1.700-.1c-1.700 0-2.800 1-2.800 2.900v1.400H5.200v2.100h1.900V14',
  },
  {
    name: 'instagram',
    path: 'M4.800 2.200h6.400a2.600 2.600 0 0 1 2.600 2.600v6.400a2.600 2.600 0 0 1-2.600 2.600H4.800a2.600 2.600 0 0 1-2.600-2.600V4.800a2.600 2.600 0 0 1 2.600-2.600ZM8 10.700a2.700 2.700 0 1 0 0-5.400 2.700 2.700 0 0 0 0 5.400Zm3.400-6.100v.1',
  },
  {
    name: 'youtube',
    path: 'M2.200 5.200c.1-1 .8-1.500 1.700-1.600a50 50 0 0 1 8.200 0c.9.1 1.600.6 1.700 1.600a24 24 0 0 1 0 5.600c-.1 1-.8 1.500-1.700 1.600a50 50 0 0 1-8.200 0c-.9-.1-1.600-.6-1.700-1.600a24 24 0 0 1 0-5.600Zm4.600.9v3.800L10.200 8 6.800 6.100Z',
  },
  { name: 'twitter', path: 'M3 3l10 10M12.600 3 9 7.200M7 9.100 3.400 13' },
] as const;

/** The tenant's social networks; an empty URL has no icon. */
export function SocialLinks({ tenant }: { tenant: Profile }): ReactNode {
  const named = networks.flatMap(({ name, path }) =>
    /^https?:/.test(tenant[name] ?? '') ? [{ name, path, href: tenant[name] ?? '' }] : [],
  );
  if (!named.length) return null;
  return (
    <div className="p-tenant-social">
      {named.map(({ name, path, href }) => (
        <a key={name} className="p-icon-button" href={href} target="_blank" rel="noreferrer" aria-label={name} title={name}>
          <LineIcon className="p-icon" path={path} size={18} />
        </a>
      ))}
    </div>
  );
}
