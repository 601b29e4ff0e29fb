import { Select } from 'antd';
import type { ReactNode } from 'react';
import { ReferenceSelect, type ReferenceSelectProps } from '../../../ui/fields/reference-select';
import type { WidgetProps } from '../../kind-parts';

type Props = Omit<ReferenceSelectProps, 'resource' | 'onCreate'> & {
  readonly target: string | undefined;
  /** What is chosen before it, in a sentence. */
  readonly first: string;
  readonly onCreate?: WidgetProps['onCreate'];
};

/** The records of one resource; locked until it is known which. Their keys are texts here, whatever they are there. */
export function LinkedSelect({ target, first, onCreate, onChange, ...props }: Props): ReactNode {
  const asText = (value: unknown): string | undefined => (value === undefined || value === null ? undefined : String(value));
  if (!target)
    return <Select {...shown(props)} disabled placeholder={`Choose the ${first} first`} value={null} className="p-select" />;
  return (
    <ReferenceSelect
      {...props}
      key={target}
      resource={target}
      onChange={(value, texts) => onChange(asText(value), texts)}
      onCreate={onCreate ? (text) => onCreate(target, text, (key) => onChange(asText(key), [])) : undefined}
    />
  );
}

const shown = ({ id, ...props }: Omit<Props, 'target' | 'first' | 'onCreate' | 'onChange'>) => ({
  ...(id === undefined ? {} : { id }),
  'aria-label': props['aria-label'],
  'aria-describedby': props['aria-describedby'],
  'aria-required': props['aria-required'],
});
