import { createEvent, useStore } from '../../providers/store';
import { browserStored } from '../../providers/stored';
import { brandPalette, isColor } from './brand-palette';

/**
 * Every colour, size and radius of the product, and which of the two palettes is active. CSS reads them as `--p-…` on the root
 * element, antd through src/ui/theme/antd-theme.ts. Colours are defined nowhere else.
 */
export type Mode = 'light' | 'dark';
export type ModeChoice = Mode | 'system';
export type Palette = Readonly<Record<keyof typeof light, string>>;

const light = {
  page: '#F6F7F8',
  surface: '#FFFFFF',
  sunken: '#F1F3F5',
  raised: '#FFFFFF',
  'row-hover': '#F5F7F9',
  'row-selected': '#F1F8FB',
  line: '#E4E7EA',
  border: '#CED4DA',
  text: '#1A2026',
  'text-2': '#4A545E',
  'text-3': '#606A74',
  primary: '#0F5F7D',
  'primary-hover': '#0B4E68',
  'on-primary': '#FFFFFF',
  link: '#0F5F7D',
  selected: '#E4F0F5',
  'selected-border': '#A9CEDD',
  'green-text': '#136A3D',
  'green-fill': '#E2F3E9',
  'green-mark': '#2E9E63',
  'amber-text': '#855300',
  'amber-fill': '#FCF0D6',
  'amber-mark': '#D9930D',
  'red-text': '#B3261E',
  'red-fill': '#FCE9E7',
  'red-mark': '#D9483D',
  'blue-text': '#1D5BB0',
  'blue-fill': '#E5EEFB',
  'blue-mark': '#4C86DB',
  'grey-fill': '#EDF0F2',
  'hue-0': '#1677FF',
  'hue-1': '#52C41A',
  'hue-2': '#FA541C',
  'hue-3': '#722ED1',
  'hue-4': '#13C2C2',
  'hue-5': '#FAAD14',
  badge: '#C8322A',
  shadow: '0 6px 20px rgba(20, 28, 36, 0.12), 0 1px 3px rgba(20, 28, 36, 0.1)',
};
const dark: Palette = {
  page: '#131619',
  surface: '#1A1E22',
  sunken: '#22272C',
  raised: '#23292E',
  'row-hover': '#20252A',
  'row-selected': '#18262D',
  line: '#2C3238',
  border: '#4A535C',
  text: '#E7EAED',
  'text-2': '#B3BBC3',
  'text-3': '#939CA5',
  primary: '#1B7393',
  'primary-hover': '#1E7B9C',
  'on-primary': '#FFFFFF',
  link: '#7CC7E0',
  selected: '#17323D',
  'selected-border': '#2D6076',
  'green-text': '#7FD6A4',
  'green-fill': '#173226',
  'green-mark': '#3FAE75',
  'amber-text': '#EBBE62',
  'amber-fill': '#362A12',
  'amber-mark': '#D9A23A',
  'red-text': '#F49A92',
  'red-fill': '#3D201E',
  'red-mark': '#E0665C',
  'blue-text': '#93BCF5',
  'blue-fill': '#1B2C45',
  'blue-mark': '#5C93E0',
  'grey-fill': '#2A3036',
  'hue-0': '#4C86DB',
  'hue-1': '#5FB93A',
  'hue-2': '#E0663F',
  'hue-3': '#9A6BDB',
  'hue-4': '#35B5B5',
  'hue-5': '#D9A23A',
  badge: '#C8322A',
  shadow: '0 6px 20px rgba(0, 0, 0, 0.5), 0 1px 3px rgba(0, 0, 0, 0.4)',
};
const palettes: Readonly<Record<Mode, Palette>> = { light, dark };

let brand: string | undefined;
let worn: Readonly<Record<Mode, Palette>> = palettes;

/** The tenant's brand colour, or nothing for the product's own. Everything that uses a brand colour follows. */
export function wearBrand(color: string | null | undefined): void {
  const next = isColor(color) ? color : undefined;
  if (next === brand) return;
  brand = next;
  worn = next
    ? { light: { ...light, ...brandPalette(next, light, false) }, dark: { ...dark, ...brandPalette(next, dark, true) } }
    : palettes;
  changed();
}
/** The palette of a mode, with the tenant's colours. */
export const paletteOf = (mode: Mode): Palette => worn[mode];

export const sizes = {
  header: 48,
  sidebar: 210,
  rail: 50,
  control: 32,
  controlSmall: 26,
  controlLarge: 40,
  row: 40,
  tableHead: 36,
  radius: 6,
  radiusSmall: 4,
  radiusLarge: 8,
  /** Below this width the layout for phones is used. */
  narrow: 768,
} as const;
export const fontFamily =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Devanagari', 'Noto Sans Tamil', sans-serif";

const choiceKey = 'theme';
const repainted = createEvent();
const prefersDark = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');

/** The user's choice; 'system' without one. */
export function modeChoice(): ModeChoice {
  const stored = browserStored.read(choiceKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
export function currentMode(): Mode {
  const choice = modeChoice();
  return choice === 'system' ? (prefersDark().matches ? 'dark' : 'light') : choice;
}
export function chooseMode(choice: ModeChoice): void {
  browserStored.write(choiceKey, choice === 'system' ? undefined : choice);
  changed();
}
export const useMode = (): Mode => useStore({ get: currentMode, subscribe: repainted.on });
const currentPalette = (): Palette => paletteOf(currentMode());
export const usePalette = (): Palette => useStore({ get: currentPalette, subscribe: repainted.on });
export const useModeChoice = (): ModeChoice => useStore({ get: modeChoice, subscribe: repainted.on });

/** Sets the palette on the root element and updates it when system, user or another tab changes it. */
export function startTheme(): void {
  paint();
  prefersDark().addEventListener('change', changed);
  window.addEventListener('storage', ({ key }) => key === choiceKey && changed());
}

function paint(): void {
  const { style } = document.documentElement;
  const mode = currentMode();
  style.setProperty('color-scheme', mode);
  for (const [name, value] of Object.entries(paletteOf(mode))) style.setProperty(`--p-${name}`, value);
  style.setProperty('--p-font', fontFamily);
  style.setProperty('--p-radius', `${sizes.radius}px`);
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', paletteOf(mode).surface);
}
function changed(): void {
  paint();
  repainted.tell();
}
