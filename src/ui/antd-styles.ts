import { createCache } from '@ant-design/cssinjs';
import { styles } from 'virtual:antd-styles';

/** antd's style cache, filled with what was reckoned when the product was built (`scripts/antd-styles-plugin.ts`). */
export const antdStyles = createCache();
for (const [path, style] of styles) antdStyles.opUpdate(path, () => [0, style]);
