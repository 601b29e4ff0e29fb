import { createElement, type ComponentType, type ReactNode } from 'react';
import type { WidgetProps } from '../../kinds/kind-parts';
import { kindMatching, partsOf } from '../../kinds/kind-of';

const widgets = new Map(
  Object.entries(import.meta.glob<ComponentType<WidgetProps>>('../../kinds/*/widget.tsx', { eager: true, import: 'widget' })).map(
    ([path, widget]) => [path.split('/').at(-2)!, widget],
  ),
);

/** The control of a field's kind; kinds without a widget of their own are edited as text. */
export function KindWidget(props: Omit<WidgetProps, 'inner'>): ReactNode {
  const kind = kindMatching(props.at);
  return createElement(widgets.get(kind.name) ?? partsOf(kind)?.widget ?? widgets.get('text')!, { ...props, inner: KindWidget });
}
