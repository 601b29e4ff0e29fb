import { describe, expect, it } from 'vitest';
import { readSources } from './imports';

const files = readSources(['src/custom', 'src/ui']);

/** Files or folders with a `<form` that is not react-hook-form's, and why. */
const withoutHook: readonly (readonly [string, string])[] = [
  ['src/custom/dialer-desk/number-pad.tsx', 'one number, typed or pressed on a keypad; it is dialled and not stored'],
  ['src/custom/sign-in/', 'the first page of all: react-hook-form is left out of it'],
];
/** Where a Field of its own stands, and why. */
const withField: readonly (readonly [string, string])[] = [];
const fits = (list: typeof withoutHook, path: string): boolean => list.some(([place]) => path.startsWith(place));

const ownForm = files.filter(
  ({ text }) => /<form\b/.test(text) && !/\buseScreenForm\b|\buseRefineForm\b|'react-hook-form'/.test(text),
);
const ownField = files.filter(
  ({ path, text }) => !path.startsWith('src/ui/forms/') && /\bfunction Field\b|\bconst Field\b/.test(text),
);

describe('hand-made forms', () => {
  it('are held by react-hook-form: take useScreenForm from src/ui/forms', () => {
    expect(ownForm.map(({ path }) => path).filter((path) => !fits(withoutHook, path))).toEqual([]);
  });

  it('have one field: take FormField or FieldFrame from src/ui/forms', () => {
    expect(ownField.map(({ path }) => path).filter((path) => !fits(withField, path))).toEqual([]);
  });

  it('and no exception stands in the lists for nobody', () => {
    const idle = (list: typeof withoutHook, found: typeof files): string[] =>
      list.map(([place]) => place).filter((place) => !found.some(({ path }) => path.startsWith(place)));
    expect([...idle(withoutHook, ownForm), ...idle(withField, ownField)]).toEqual([]);
  });
});
