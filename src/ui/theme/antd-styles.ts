import { createCache } from '@ant-design/cssinjs';
import { styles } from 'virtual:antd-styles';

/**
 * antd's style cache, filled with the styles computed at build time (`scripts/antd-styles-plugin.ts`). antd removes a component's
 * style when its last instance is unmounted, and computes it again on the next page; here each style counts one extra user and so
 * is kept. The styles contain only variables, so they fit every theme; antd manages the variables themselves as usual.
 */
export const antdStyles = createCache();
const update = antdStyles.opUpdate.bind(antdStyles);
antdStyles.opUpdate = (path, next) =>
  update(path, (before) => {
    const now = next(before);
    return before || !now || !path.startsWith('style%') ? now : [now[0] + 1, now[1]];
  });
put(styles);

/** The styles of forms and dialogs: not needed by a first page, and added before the first of them opens. */
export async function addLaterStyles(): Promise<void> {
  put((await import('virtual:antd-styles-later')).styles);
}

function put(given: typeof styles): void {
  for (const [path, style] of given) if (!antdStyles.opGet(path)) antdStyles.opUpdate(path, () => [0, style]);
}
