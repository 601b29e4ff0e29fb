import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endSession, followBrand, updateTenant } from '../../src/providers/session/session';
import { contrast } from '../../src/ui/theme/brand-palette';
import { chooseMode, paletteOf, startTheme, wearBrand, type Mode } from '../../src/ui/theme/theme';
import { freshBrowser, signedIn, windowWidth } from './browser-fixture';

beforeEach(() => {
  freshBrowser('/dashboard');
  windowWidth(1366);
});
afterEach(() => wearBrand(null));

const grounds = ['page', 'surface', 'sunken', 'raised', 'row-hover', 'selected', 'row-selected'] as const;
const texts = ['text', 'text-2', 'text-3', 'link'] as const;
const byte = fc.integer({ min: 0, max: 255 });
const colors = fc.tuple(byte, byte, byte).map((rgb) => `#${rgb.map((one) => one.toString(16).padStart(2, '0')).join('')}`);
const known = ['#000000', '#ffffff', '#ffff00', '#00ff00', '#ff0000', '#0000ff', '#808080', '#8c2f39', '#ffd400'];

describe('the tenant’s colour', () => {
  it('agrees with the contrasts that WCAG gives as examples', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });

  it.each(['light', 'dark'] as const)(
    'keeps every text of the %s palette at 4.5:1 or more, whatever the colour',
    (mode: Mode) => {
      const holds = (color: string): void => {
        wearBrand(color);
        const palette = paletteOf(mode);
        for (const text of texts)
          for (const ground of grounds)
            expect(contrast(palette[text], palette[ground]), `${text} on ${ground} of ${color}`).toBeGreaterThanOrEqual(4.5);
        for (const ground of ['primary', 'primary-hover'] as const)
          expect(contrast(palette['on-primary'], palette[ground]), `${ground} of ${color}`).toBeGreaterThanOrEqual(4.5);
        // a button and the focus ring are visible on the page
        expect(contrast(palette.primary, palette.surface), `primary on surface of ${color}`).toBeGreaterThanOrEqual(3);
      };
      for (const color of known) holds(color);
      fc.assert(fc.property(colors, holds), { numRuns: 300 });
    },
  );

  it('the product’s own palettes meet the same contrast', () => {
    for (const mode of ['light', 'dark'] as const)
      for (const text of texts)
        for (const ground of grounds)
          expect(contrast(paletteOf(mode)[text], paletteOf(mode)[ground]), `${mode} ${text} on ${ground}`).toBeGreaterThanOrEqual(
            4.5,
          );
  });

  it('uses a colour that is dark enough unchanged', () => {
    wearBrand('#8c2f39');
    expect(paletteOf('light').primary).toBe('#8c2f39');
  });

  it('applies to pages of the tenant’s users, follows profile and theme, and ends with the session', () => {
    chooseMode('light');
    startTheme();
    const own = paletteOf('light').primary;
    const worn = (): string => document.documentElement.style.getPropertyValue('--p-primary');
    const stop = followBrand();
    expect(worn()).toBe(own);
    signedIn({}, { brand_color: '#8c2f39' });
    expect(worn()).toBe('#8c2f39');
    updateTenant({ id: 't-1', brand_color: '#2f6d3a' });
    expect(worn()).toBe('#2f6d3a');
    chooseMode('dark');
    expect(worn()).toBe(paletteOf('dark').primary);
    chooseMode('light');
    updateTenant({ id: 't-1', brand_color: 'javascript:alert(1)' });
    expect(worn()).toBe(own);
    updateTenant({ id: 't-1', brand_color: '#2f6d3a' });
    endSession({ comeBack: false });
    expect(worn()).toBe(own);
    stop();
  });
});
