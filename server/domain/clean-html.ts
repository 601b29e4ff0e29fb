import sanitize from 'sanitize-html';

/** HTML of an e-mail or a landing page without anything that runs, frames or posts (TRUST-S19); cleaned on write and on read. */
export function cleanHtml(html: string): string {
  return sanitize(html, {
    allowedTags: [...sanitize.defaults.allowedTags, 'img', 'center', 'font'],
    allowedAttributes: {
      '*': ['style', 'align', 'width', 'height', 'bgcolor', 'valign', 'cellpadding', 'cellspacing', 'border', 'title', 'class'],
      a: ['href', 'target', 'rel', 'name'],
      img: ['src', 'alt'],
      font: ['color', 'face', 'size'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    parseStyleAttributes: false,
    transformTags: { a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer' }) },
  });
}
