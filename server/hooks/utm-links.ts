import type { Hooks } from '../http/context';

type Row = Record<string, unknown>;
const parts = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'utm_id'];

/** The page's address with the parts; those it had already are replaced. */
export function utmAddress(link: Readonly<Row>): string {
  const address = new URL(String(link['website_url']));
  for (const name of parts) {
    const value = link[name];
    if (typeof value === 'string' && value !== '') address.searchParams.set(name, value);
  }
  return address.href;
}

export const hooks: Hooks = {
  beforeCreate: async (draft) => ({ ...draft, generated_url: utmAddress(draft) }),
  beforeUpdate: async (patch, before) => ({ ...patch, generated_url: utmAddress({ ...before, ...patch }) }),
};
