import type { BrowserPart } from '../../kind-parts';

/** 'English' for 'en', 'English (US)' for 'en_US'; an unknown code as it is. */
export const browser: BrowserPart = { cell: ({ value }) => (value ? languageName(String(value)) : '–') };

let known: Intl.DisplayNames | undefined;
function languageName(code: string): string {
  try {
    known ??= new Intl.DisplayNames(['en-IN'], { type: 'language', languageDisplay: 'standard', style: 'short' });
    return known.of(code.replace('_', '-')) ?? code;
  } catch {
    return code;
  }
}
