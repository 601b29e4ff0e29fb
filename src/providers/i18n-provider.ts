import type { I18nProvider } from '@refinedev/core';
import { recordIn } from '../schemas/kit/is-record';

/** refine's own words. The product's texts stand where they are used. */
const words: Readonly<Record<string, string>> = {
  'notifications.success': 'Saved',
  'notifications.createSuccess': '{{resource}} added',
  'notifications.editSuccess': '{{resource}} saved',
  'notifications.deleteSuccess': '{{resource}} deleted',
  'notifications.error': 'Some Error',
  warnWhenUnsavedChanges: 'Leave without saving? Your changes will be lost.',
};

export const i18nProvider: I18nProvider = {
  translate(key: string, options?: unknown, fallback?: string): string {
    const text = words[key] ?? fallback ?? (typeof options === 'string' ? options : key);
    const values = recordIn(options);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  },
  changeLocale: async () => undefined,
  getLocale: () => 'en-IN',
};
