import { createCache } from '@ant-design/cssinjs';
import { styles } from 'virtual:antd-styles';

/**
 * antd's style cache, filled with what was worked out when the product was built (`scripts/antd-styles-plugin.ts`). antd forgets a
 * component's style when its last one leaves the page, to work it out again on the next; here each counts one user more and stays.
 * They hold variables alone, so no theme makes them wrong; the variables themselves go as antd has them go.
 */
export const antdStyles = createCache();
const update = antdStyles.opUpdate.bind(antdStyles);
antdStyles.opUpdate = (path, next) =>
  update(path, (before) => {
    const now = next(before);
    return before || !now || !path.startsWith('style%') ? now : [now[0] + 1, now[1]];
  });
put(styles);

/** The same of forms and dialogs: not needed for a first page, and there before the first of them opens. */
export async function addLaterStyles(): Promise<void> {
  put((await import('virtual:antd-styles-later')).styles);
}

function put(given: typeof styles): void {
  for (const [path, style] of given) if (!antdStyles.opGet(path)) antdStyles.opUpdate(path, () => [0, style]);
}
