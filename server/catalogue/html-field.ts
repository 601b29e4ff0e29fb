import type { AnyRow } from '../../src/schemas/kit/resource';
import { cleanHtml, safeHtml } from '../domain/clean-html';
import type { Hooks } from '../context/hooks';

/** A field that holds HTML: cleaned and bounded when it is saved, and looked at when it is read (TRUST-S19, TRUST-S35). */
export function htmlField(field: string): Hooks {
  const on =
    (change: (html: string) => string) =>
    (values: AnyRow): AnyRow =>
      typeof values[field] === 'string' ? { ...values, [field]: change(values[field]) } : values;
  const cleaned = on((html) => cleanHtml(field, html));
  const safe = on(safeHtml);
  return {
    beforeCreate: async (draft) => cleaned(draft),
    beforeUpdate: async (patch) => cleaned(patch),
    async present(rows) {
      const shown: AnyRow[] = [];
      for (const row of rows) {
        // Checking a hundred long texts is split up, so that other requests get their turn.
        if (shown.length % 10 === 9) await new Promise((resolve) => setImmediate(resolve));
        shown.push(safe(row));
      }
      return shown;
    },
  };
}
