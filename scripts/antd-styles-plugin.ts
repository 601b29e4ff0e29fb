import { createCache, StyleProvider } from '@ant-design/cssinjs';
import {
  Button,
  Checkbox,
  ConfigProvider,
  DatePicker,
  Drawer,
  Input,
  InputNumber,
  Modal,
  Select,
  Switch,
  type ThemeConfig,
} from 'antd';
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { Plugin } from 'vite';

/** What every page begins with, and what forms and dialogs are made of: those come when the first page has been drawn. */
const parts: Readonly<Record<string, () => readonly ReactNode[]>> = {
  'virtual:antd-styles': () => [createElement(Button, { key: 'button' })],
  'virtual:antd-styles-later': () => [
    createElement(Modal, { key: 'modal', open: false }),
    createElement(Drawer, { key: 'drawer', open: false }),
    ...[Input, Input.TextArea, InputNumber, Select, Switch, Checkbox, DatePicker].map((part, key) =>
      createElement(part as typeof Input, { key }),
    ),
  ],
};

/**
 * `virtual:antd-styles`: the style texts of antd's components, worked out when the product is built in place of in each browser at
 * each visit (ADR 13). All others are worked out when they first show.
 */
export function antdStyles(): Plugin {
  return {
    name: 'prospectus-antd-styles',
    resolveId: (id) => (id in parts ? `\0${id}` : undefined),
    load: (id) => (id.slice(1) in parts ? `export const styles = ${JSON.stringify(styleTexts(id.slice(1)))};` : undefined),
  };
}

/** What antd's own cache holds after a page with these components: by path, the text, its mark, its keyframes, its order. */
export function styleTexts(of: string, theme: ThemeConfig = {}): readonly (readonly [path: string, style: unknown])[] {
  const cache = createCache();
  const page = createElement(
    ConfigProvider,
    { theme: { cssVar: { key: 'p-antd', prefix: 'ant' }, hashed: false, ...theme } },
    parts[of]!(),
  );
  renderToString(createElement(StyleProvider, { cache }, page));
  return [...cache.cache].filter(([path]) => path.startsWith('style%')).map(([path, [, style]]) => [path, style]);
}
