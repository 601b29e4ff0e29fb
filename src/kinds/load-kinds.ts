import { files as extensions } from 'virtual:extensions/kind-parts';
import type { ComponentType, ReactNode } from 'react';
import type { Kind } from './kind';
import { addKind } from './kind-of';
import type { BrowserPart, FilterProps, KindParts, WidgetProps } from './kind-parts';

const kinds = import.meta.glob<Kind>('./on-demand/*/kind.ts', { import: 'kind' });
const browsers = import.meta.glob<BrowserPart>('./on-demand/*/browser.tsx', { import: 'browser' });
const widgets = import.meta.glob<ComponentType<WidgetProps>>('./on-demand/*/widget.tsx', { import: 'widget' });
const filters = import.meta.glob<(props: FilterProps) => ReactNode>('./on-demand/*/filter.tsx', { import: 'filter' });

/** Loads the folders of these kinds, for the pages of a resource that has them. */
export const loadKinds = async (names: readonly string[]): Promise<void> => {
  await Promise.all(names.map(loadKind));
};

async function loadKind(name: string): Promise<void> {
  const folder = `./on-demand/${name}`;
  const [kind, browser, widget, filter, ...own] = await Promise.all([
    kinds[`${folder}/kind.ts`]?.(),
    browsers[`${folder}/browser.tsx`]?.(),
    widgets[`${folder}/widget.tsx`]?.(),
    filters[`${folder}/filter.tsx`]?.(),
    ...['kind.ts', 'browser.tsx', 'widget.tsx', 'filter.tsx'].map((file) => extensions[`${name}/${file}`]?.()),
  ]);
  const of: { kind?: Kind } & KindParts = Object.assign({}, ...own);
  if (of.kind) addKind(of.kind, of);
  if (kind) addKind(kind, { browser, widget, filter });
}
