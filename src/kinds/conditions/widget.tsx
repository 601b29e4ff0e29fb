import type { ReactNode } from 'react';
import { ConditionBuilder } from '../../ui/conditions/condition-builder';
import type { WidgetProps } from '../kind-parts';

export function widget({ id, at, value, onChange, record, disabled, invalid, describedBy }: WidgetProps): ReactNode {
  return (
    <ConditionBuilder
      id={id}
      value={value}
      onChange={onChange}
      joint={record['globleCondtion'] === 'Or' ? 'Or' : 'And'}
      counts={at.resource.ui?.[at.name]?.counts ?? 'rule'}
      disabled={disabled ?? false}
      invalid={invalid ?? false}
      describedBy={describedBy}
    />
  );
}
