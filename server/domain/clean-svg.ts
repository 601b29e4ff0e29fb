import sanitize from 'sanitize-html';

const tags =
  `svg g defs symbol use path rect circle ellipse line polyline polygon text tspan title desc linearGradient radialGradient stop
  clipPath mask pattern marker`.split(/\s+/);
const attributes = `xmlns xmlns:xlink version id class x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy d points width height viewBox
  preserveAspectRatio transform fill fill-* stroke stroke-* opacity color clip-path clip-rule mask offset stop-color stop-opacity gradientUnits
  gradientTransform spreadMethod patternUnits patternTransform maskUnits clipPathUnits markerWidth markerHeight refX refY orient font-* text-anchor
  letter-spacing dominant-baseline role aria-* href xlink:href`.split(/\s+/);
/** References out of the drawing: any URL that is not a part of it. */
const outward = (name: string, value: string): boolean =>
  name.endsWith('href')
    ? !value.trim().startsWith('#')
    : !name.startsWith('xmlns') && /url\(\s*['"]?\s*(?!#)|script:|@import|\\/i.test(value);

/** A logo has fewer; the cost of cleaning grows with the square of the unclosed tags in a hostile one. */
const mostTags = 10_000;

/** The drawing only: no scripts, handlers, styles, foreign content, entities or addresses outside. Null when it is not an SVG. */
export function cleanSvg(source: string): string | null {
  if (source.includes('\0') || !/<svg[\s>]/.test(source) || source.split('<').length > mostTags) return null;
  const found = sanitize(source, {
    allowedTags: tags,
    allowedAttributes: { '*': attributes },
    allowedSchemes: ['http', 'https'], // xmlns; outward() has taken the others
    nonTextTags: ['script', 'style', 'foreignObject', 'iframe', 'object', 'embed', 'textarea', 'option', 'noscript'],
    nestingLimit: 100,
    parser: { xmlMode: true, decodeEntities: true },
    transformTags: {
      '*': (tagName, attribs) => ({
        tagName,
        attribs: Object.fromEntries(Object.entries(attribs).filter(([name, value]) => !outward(name, value))),
      }),
    },
  });
  const starts = found.search(/<svg[\s>]/);
  const ends = found.lastIndexOf('</svg>');
  if (starts < 0 || ends < starts) return null;
  const cleaned = found.slice(starts, ends + '</svg>'.length);
  return cleaned.includes('xmlns="') ? cleaned : cleaned.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
}
