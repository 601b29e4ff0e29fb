/** Names of the colours that follow a tenant's brand colour; the rest of the palette is fixed. */
type BrandTokens = Record<
  'primary' | 'primary-hover' | 'on-primary' | 'link' | 'selected' | 'selected-border' | 'row-selected',
  string
>;
type Base = Readonly<Record<'page' | 'surface' | 'sunken' | 'raised' | 'row-hover' | 'text' | 'text-2' | 'text-3', string>>;
type Rgb = readonly [number, number, number];

/** The contrast that text needs on its background (WCAG 1.4.3), and shapes need against their surroundings (1.4.11). */
const forText = 4.5;
const forShapes = 3;
const steps = 100;

/** '#rrggbb', the only valid form of a brand colour. */
export const isColor = (text: unknown): text is string => typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text);

/**
 * The palette with this brand colour: darkened or lightened until every text on it and every text in this colour is readable. The
 * hue is kept, so a yellow becomes a dark gold, not another brand.
 */
export function brandPalette(brand: string, base: Base, dark: boolean): BrandTokens {
  const white = '#ffffff';
  const texts = [base.text, base['text-2'], base['text-3']];
  const primary = dark
    ? between(
        brand,
        (color) => contrast(color, white) >= forText,
        (color) => contrast(color, base.surface) >= forShapes,
      )
    : toward(brand, '#000000', (color) => contrast(color, white) >= forText);
  const tint = (most: number): string =>
    toward(mix(base.surface, primary, most), base.surface, (color) => texts.every((text) => contrast(text, color) >= forText));
  const selected = tint(dark ? 0.28 : 0.12);
  const rowSelected = tint(dark ? 0.14 : 0.06);
  const grounds = [base.page, base.surface, base.sunken, base.raised, base['row-hover'], selected, rowSelected];
  return {
    primary,
    'primary-hover': toward(mix(primary, '#000000', dark ? 0 : 0.18), '#000000', (color) => contrast(color, white) >= forText),
    'on-primary': white,
    link: toward(brand, dark ? white : '#000000', (color) => grounds.every((ground) => contrast(color, ground) >= forText)),
    selected,
    'selected-border': mix(base.surface, primary, dark ? 0.5 : 0.38),
    'row-selected': rowSelected,
  };
}

/** (L1 + 0.05) / (L2 + 0.05) of the lighter and the darker (WCAG 2). */
export function contrast(one: string, other: string): number {
  const [a, b] = [light(one), light(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The first sufficient colour on the way to `end`; `end` itself if there is none before. */
function toward(color: string, end: string, enough: (color: string) => boolean): string {
  for (let step = 0; step < steps; step++) {
    const next = mix(color, end, step / steps);
    if (enough(next)) return next;
  }
  return end;
}

/** Darker until white is readable on it, lighter until it stands out from the surface. */
function between(color: string, darkEnough: (color: string) => boolean, lightEnough: (color: string) => boolean): string {
  const darkened = toward(color, '#000000', darkEnough);
  return lightEnough(darkened) ? darkened : toward(darkened, '#ffffff', lightEnough);
}

function mix(from: string, to: string, share: number): string {
  const [a, b] = [rgb(from), rgb(to)];
  return `#${a.map((value, index) => hex(value + (b[index]! - value) * share)).join('')}`;
}
const hex = (value: number): string => Math.round(value).toString(16).padStart(2, '0');
const rgb = (color: string): Rgb => [part(color, 1), part(color, 3), part(color, 5)];
const part = (color: string, at: number): number => Number.parseInt(color.slice(at, at + 2), 16);

function light(color: string): number {
  const [red, green, blue] = rgb(color);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
function linear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
