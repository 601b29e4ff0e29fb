import { Segmented } from 'antd';
import type { WidgetProps } from 'prospectus/src/kinds/kind-parts';
import type { ReactNode } from 'react';

export const widget = ({ id, at, value, onChange, disabled }: WidgetProps): ReactNode => (
  <Segmented
    id={id}
    aria-label="Beds"
    disabled={disabled ?? false}
    value={typeof value === 'number' ? value : ''}
    options={Array.from({ length: at.field.maximum ?? 6 }, (_, bed) => bed + 1)}
    onChange={onChange}
  />
);
