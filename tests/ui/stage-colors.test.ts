import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { stages } from '../../server/demo/reference';
import { contrast } from '../../src/ui/theme/brand-palette';

const css = readFileSync('src/ui/theme/ui.css', 'utf8');
const rule = /\.p-stage \.p-tag \{[^}]*\}/.exec(css)![0];
const share = (property: string): number =>
  Number(new RegExp(`${property}: color-mix\\(in srgb, var\\([^)]*\\) (\\d+)%`).exec(rule)![1]) / 100;
const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
function mix(one: string, part: number, other: string): string {
  const rest = channels(other);
  const mixed = channels(one).map((value, index) => Math.round(value * part + rest[index]! * (1 - part)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
const themes = { light: { surface: '#FFFFFF', text: '#1A2026' }, dark: { surface: '#1A1E22', text: '#E7EAED' } };

it.each(Object.entries(themes))(
  'a stage of any colour can be read, and its chip seen, in the %s theme',
  (_, { surface, text }) => {
    const theme = readFileSync('src/ui/theme/theme.ts', 'utf8');
    expect([theme.includes(`surface: '${surface}'`), theme.includes(`text: '${text}'`)]).toEqual([true, true]);
    for (const color of [...stages.map((stage) => stage.color), '#000000', '#ffffff', '#22543d', '#ffff00', '#00ffff']) {
      const seen = mix(color, share('--p-seen'), text);
      const ground = mix(seen, share('background'), surface);
      expect(contrast(mix(color, share(' color'), text), ground), `text of ${color}`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(seen, ground), `dot of ${color}`).toBeGreaterThanOrEqual(2);
      const edge = mix(seen, 0.45, surface);
      expect(contrast(edge, surface), `edge of ${color}`).toBeGreaterThanOrEqual(1.4);
    }
  },
);
