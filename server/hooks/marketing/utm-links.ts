import type { UtmLink, utmLinks } from '../../../src/schemas/marketing/utm-links';
import { mayDo } from '../../../src/schemas/kit/access';
import { resourceNamed } from '../../../src/schemas/kit/all';
import { invalid } from '../../../src/schemas/kit/problem';
import { updateRow } from '../../catalogue/update';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';

const parts = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'utm_id'] as const;

/** The page's address with the parts; those it had already are replaced. */
export function utmAddress(link: Pick<UtmLink, 'website_url' | (typeof parts)[number]>): string {
  const address = new URL(link.website_url);
  for (const name of parts) {
    const value = link[name];
    if (typeof value === 'string' && value !== '') address.searchParams.set(name, value);
  }
  return address.href;
}

export const hooks: Hooks<typeof utmLinks> = {
  beforeCreate: async (draft) => ({ ...draft, generated_url: utmAddress(draft) }),
  beforeUpdate: async (patch, before) => ({ ...patch, generated_url: utmAddress({ ...before, ...patch }) }),
  async afterWrite(row, before, context) {
    const same = before?.short_url_id === row.short_url_id && before?.generated_url === row.generated_url;
    if (!same) await pointShortUrl(row, context);
  },
};

/** The chosen short URL leads to this link from now on; who chooses it must be allowed to change short URLs. */
async function pointShortUrl(link: UtmLink, context: Context): Promise<void> {
  const id = link.short_url_id;
  if (typeof id !== 'string') return;
  const shortUrls = resourceNamed('short-urls');
  if (!mayDo(context.session, shortUrls.access, 'update')) throw invalid('short_url_id', 'You cannot change this short URL');
  await updateRow(shortUrls, id, { target_url: link.generated_url }, context);
}
