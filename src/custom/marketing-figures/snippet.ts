import type { SiteState } from '../../schemas/calls/marketing-figures';

/** What goes into the head of each page of the site. */
export function snippetOf(
  { id, consent, consent_text: text }: Pick<SiteState, 'id' | 'consent' | 'consent_text'>,
  origin: string,
): string {
  const parts = [
    `src="${origin}/t.js"`,
    `data-site="${id}"`,
    ...(consent === 'site' ? ['data-consent="site"'] : text ? [`data-consent-text="${escaped(text)}"`] : []),
  ];
  return `<script async ${parts.join(' ')}></script>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ');
