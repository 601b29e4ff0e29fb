import type { ReactNode } from 'react';
import { NumberInput } from '../number-input';
import type { WidgetProps } from '../kind-parts';
import './number.css';

export function widget(props: WidgetProps): ReactNode {
  return <NumberInput {...props} whole={false} />;
}
