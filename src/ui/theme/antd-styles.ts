import { createCache } from '@ant-design/cssinjs';
import { styles } from 'virtual:antd-styles';

/**
 * antd's style cache, filled with the styles computed at build time (`scripts/antd-styles-plugin.ts`). antd removes a component's
 * style when its last instance is unmounted, and computes it again on the next page; here each style counts one extra user and so
 * is kept. The styles contain only variables, so they fit every theme; a component's variables are kept as long as their theme is.
 */
export const antdStyles = createCache();
type Kept = ReturnType<typeof antdStyles.opGet>;
let theme = '';
let variables: string[] = [];
const update = antdStyles.opUpdate.bind(antdStyles);
antdStyles.opUpdate = (path, next) =>
  update(path, (before) => {
    const now = next(before);
    if (before || !now || !/^(style|cssVar)%/.test(path)) return now;
    if (path.startsWith('cssVar%')) keepVariables(path);
    return used(now, 1);
  });
put(styles);

/** The styles of forms and dialogs: not needed by a first page, and added before the first of them opens. */
export async function addLaterStyles(): Promise<void> {
  put((await import('virtual:antd-styles-later')).styles);
}

function put(given: typeof styles): void {
  for (const [path, style] of given) if (!antdStyles.opGet(path)) antdStyles.opUpdate(path, () => [0, style]);
}

/** Of one theme alone: both themes write the same variables, and those that were added last would hold. */
function keepVariables(path: string): void {
  const own = path.slice(path.lastIndexOf('%') + 1);
  if (own !== theme) {
    for (const other of variables) update(other, letGo);
    [theme, variables] = [own, []];
  }
  variables.push(path);
}

/** Its components are gone, or antd removes it with the last of them. */
function letGo(kept: Kept): Kept {
  if (!kept || kept[0] > 1) return kept && used(kept, -1);
  const [, , mark] = kept[1];
  globalThis.document?.querySelector(`style[data-css-hash="${mark}"]`)?.remove();
  return null;
}

function used([times, style]: NonNullable<Kept>, more: number): NonNullable<Kept> {
  return [times + more, style];
}
