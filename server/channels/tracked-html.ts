import type { Services } from '../context/services';

type Signing = Pick<Services, 'config' | 'secrets'>;
const [opens, clicks] = ['mail-opens', 'mail-clicks'] as const;

/**
 * The HTML of a campaign's email with its links counted and a picture of one point that is loaded when it is opened; both are at the
 * product's own address. `keep` is left as it is: who unsubscribes is not counted as a click.
 */
export function trackedHtml(
  html: string,
  { tenantId, key, keep }: { readonly tenantId: string; readonly key: string; readonly keep: string },
  signing: Signing,
): string {
  const linked = html.replaceAll(
    /(<a\b[^>]*?\shref=")(https?:[^"]*)(")/gi,
    (whole, before: string, link: string, after: string) => {
      const target = link.replaceAll('&amp;', '&');
      if (target === keep) return whole;
      return before + countedLink(target, { tenantId, key }, signing) + after;
    },
  );
  return `${linked}<img src="${address(opens, `${tenantId}.${key}`, signing)}" width="1" height="1" alt="">`;
}

/** A link that counts as clicked and then leads to `target`. */
export const countedLink = (
  target: string,
  { tenantId, key }: { readonly tenantId: string; readonly key: string },
  signing: Signing,
): string => address(clicks, `${tenantId}.${key}.${Buffer.from(target).toString('base64url')}`, signing);

const address = (use: typeof opens | typeof clicks, what: string, { config, secrets }: Signing): string =>
  `${config.publicUrl}/api/${use}/${what}.${secrets.sign(use, what)}`;

/** What a counted link or picture belongs to; undefined: nobody wrote it here. */
export function readTracked(
  { secrets }: Pick<Signing, 'secrets'>,
  use: typeof opens | typeof clicks,
  token: string,
): { readonly tenantId: string; readonly key: string; readonly target: string } | undefined {
  const at = token.lastIndexOf('.');
  const what = token.slice(0, Math.max(0, at));
  const [tenantId = '', key = '', target = ''] = what.split('.');
  if (!secrets.verifyLasting(use, what, token.slice(at + 1))) return undefined;
  return { tenantId, key, target: Buffer.from(target, 'base64url').toString() };
}
