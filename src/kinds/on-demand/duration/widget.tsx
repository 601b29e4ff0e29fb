import type { ReactNode } from 'react';
import { inputProps } from '../../input-props';
import type { WidgetProps } from '../../kind-parts';
import { DurationInput } from './duration-input';
import { unitOf } from './kind';

export const widget = (props: WidgetProps): ReactNode => (
  <DurationInput {...inputProps(props)} value={props.value} unit={unitOf(props.at)} onChange={props.onChange} />
);
