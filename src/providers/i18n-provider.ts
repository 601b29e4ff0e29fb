import type { I18nProvider } from '@refinedev/core';
import { manifest } from 'virtual:manifest';
import { recordIn } from '../schemas/kit/is-record';
import { pluralOf } from '../schemas/kit/resource';
import { lowerFirst } from '../ui/marks/lower-first';
import { sharedWords } from './shared-words';

/** The only language. */
const locale = 'en-IN';

export const i18nProvider: I18nProvider = {
  translate(key: string, options?: unknown, fallback?: string): string {
    const shared = Object.hasOwn(sharedWords, key) ? sharedWords[key] : undefined;
    const text = shared ?? resourceWords(key) ?? fallback ?? (typeof options === 'string' ? options : key);
    const values = recordIn(options);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  },
  changeLocale(wanted) {
    return wanted === locale
      ? Promise.resolve()
      : Promise.reject(new Error(`Prospectus has no texts in '${wanted}'; its language is ${locale}.`));
  },
  getLocale: () => locale,
};

/** refine asks for a resource's own titles as 'cities.cities' and 'cities.titles.edit'. */
function resourceWords(key: string): string | undefined {
  const [name, what, action] = key.split('.');
  const entry = what === name || what === 'titles' ? manifest.find((one) => one.name === name) : undefined;
  if (!entry) return undefined;
  const { label } = entry;
  const titles: Readonly<Record<string, string>> = {
    list: pluralOf(entry),
    create: `Add ${lowerFirst(label)}`,
    clone: `Add ${lowerFirst(label)}`,
    edit: `Edit ${lowerFirst(label)}`,
    show: label,
  };
  if (action === undefined) return label;
  return Object.hasOwn(titles, action) ? titles[action] : undefined;
}
