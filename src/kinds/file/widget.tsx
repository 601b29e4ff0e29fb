import type { ReactNode } from 'react';
import type { WidgetProps } from '../halves';
import { browser } from './browser';

/** Shown, not changed: files come through their own call. */
export function widget({ id, value, at }: WidgetProps): ReactNode {
  return <div id={id}>{browser.cell?.({ value, at })}</div>;
}
