import sanitize from 'sanitize-html';
import { invalid } from '../../src/schemas/kit/problem';
import { allowedAttributes, allowedTags, isCleanHtml } from './is-clean-html';

/** Maximum nesting and number of elements: an email of nested tables has 30 and 2,000. */
const mostDeep = 100;
const mostTags = 4000;

/**
 * HTML of an email or a landing page without anything that runs, frames or posts (TRUST-S19), as it is saved. What takes long to
 * clean is refused with a 422 that names the field (TRUST-S35): the work grows with the square of the depth.
 */
export function cleanHtml(field: string, html: string): string {
  let tags = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1))
    if (++tags > 2 * mostTags) throw invalid(field, `This HTML has more than ${mostTags.toLocaleString('en-IN')} tags`);
  const cleaned = clean(field, html, allowedAttributes);
  // Reads only check a text's form, so nothing is stored in any other form.
  return isCleanHtml(cleaned) ? cleaned : clean(field, html, {});
}

/** Stored HTML ready to be sent: unchanged if the form of its tags shows that it was cleaned, else cleaned now. */
export function safeHtml(html: string): string {
  if (isCleanHtml(html)) return html;
  try {
    return cleanHtml('html', html);
  } catch {
    return ''; // it was never saved here, so nothing of it is shown
  }
}

function clean(field: string, html: string, attributes: Readonly<Record<string, readonly string[]>>): string {
  let depth = 0;
  return sanitize(html, {
    allowedTags: [...allowedTags],
    allowedAttributes: Object.fromEntries(Object.entries(attributes).map(([tag, names]) => [tag, [...names]])),
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    parseStyleAttributes: false,
    transformTags: { a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer' }) },
    onOpenTag() {
      if (++depth > mostDeep) throw invalid(field, `This HTML has elements nested more than ${mostDeep} deep`);
    },
    onCloseTag: () => void depth--,
  });
}
