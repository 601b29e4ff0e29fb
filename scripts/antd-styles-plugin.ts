import { createCache, StyleProvider } from '@ant-design/cssinjs';
import { App, Button, ConfigProvider, Modal, type ThemeConfig } from 'antd';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { Plugin } from 'vite';

const virtualId = 'virtual:antd-styles';

/**
 * `virtual:antd-styles`: the style texts of the antd components that every page begins with, reckoned when the product is built in
 * place of in each browser at each visit (ADR 0018). All others are reckoned when they first show.
 */
export function antdStyles(): Plugin {
  return {
    name: 'prospectus-antd-styles',
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : undefined),
    load: (id) => (id === `\0${virtualId}` ? `export const styles = ${JSON.stringify(styleTexts())};` : undefined),
  };
}

/** What antd's own cache holds after a page with these components: by path, the text, its mark, its keyframes, its order. */
export function styleTexts(theme: ThemeConfig = {}): readonly (readonly [path: string, style: unknown])[] {
  const cache = createCache();
  const parts = createElement(App, null, createElement(Button), createElement(Modal, { open: false }));
  const page = createElement(
    ConfigProvider,
    { theme: { cssVar: { key: 'p-antd', prefix: 'ant' }, hashed: false, ...theme } },
    parts,
  );
  renderToString(createElement(StyleProvider, { cache }, page));
  return [...cache.cache].filter(([path]) => path.startsWith('style%')).map(([path, [, style]]) => [path, style]);
}
