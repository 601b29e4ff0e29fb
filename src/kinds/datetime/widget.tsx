import type { ReactNode } from 'react';
import { localInput } from '../../ui/time/dates';
import { isoOf } from '../../ui/time/iso-of';
import { MomentPickerOnDemand } from '../../ui/time/moment-picker-on-demand';
import { inputProps } from '../input-props';
import type { WidgetProps } from '../kind-parts';
import './datetime.css';

/** Local time of the tenant's zone in the field, ISO with Z in the record. */
export function widget(props: WidgetProps): ReactNode {
  const { autoComplete: _autoComplete, placeholder: _placeholder, ...input } = inputProps(props);
  return (
    <MomentPickerOnDemand
      {...input}
      value={localInput(props.value)}
      onChange={(local) => props.onChange(isoOf(local) ?? undefined)}
    />
  );
}
