import type { ComponentType, ReactNode } from 'react';
import type { Kind } from '../../src/kinds/kind';
import { addKind } from '../../src/kinds/kind-of';
import type { BrowserPart, FilterProps, WidgetProps } from '../../src/kinds/kind-parts';

/** Every folder of src/kinds/on-demand, as a page has those that it needs. */
const folder = '../../src/kinds/on-demand';
const kinds = import.meta.glob<Kind>('../../src/kinds/on-demand/*/kind.ts', { eager: true, import: 'kind' });
const browsers = import.meta.glob<BrowserPart>('../../src/kinds/on-demand/*/browser.tsx', { eager: true, import: 'browser' });
const widgets = import.meta.glob<ComponentType<WidgetProps>>('../../src/kinds/on-demand/*/widget.tsx', {
  eager: true,
  import: 'widget',
});
const filters = import.meta.glob<(props: FilterProps) => ReactNode>('../../src/kinds/on-demand/*/filter.tsx', {
  eager: true,
  import: 'filter',
});
for (const kind of Object.values(kinds)) {
  const file = (part: string): string => `${folder}/${kind.name}/${part}.tsx`;
  addKind(kind, { browser: browsers[file('browser')], widget: widgets[file('widget')], filter: filters[file('filter')] });
}
