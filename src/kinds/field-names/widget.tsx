import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useResource } from '../../providers/screens/use-resource';
import { customKey } from '../../schemas/kit/custom-fields';
import { titleOf, type AnyResource } from '../../schemas/kit/resource';
import { writableFields } from '../../schemas/kit/validation-schema';
import { inputProps } from '../input-props';
import type { WidgetProps } from '../kind-parts';
import { words } from '../kind';

/** Fields are chosen by title, custom fields included. The name of a field that no longer exists can be removed. */
export function widget(props: WidgetProps): ReactNode {
  const { at, value, onChange } = props;
  const resource = useResource(at.resource.ui?.[at.name]?.fieldsOf)?.resource;
  const { status, autoComplete: _, ...rest } = inputProps(props);
  const names = Array.isArray(value) ? value.map(String) : [];
  const offered = resource ? optionsOf(resource) : [];
  const unknown = names.filter((name) => !offered.some((one) => one.value === name));
  return (
    <Select
      {...rest}
      placeholder={rest.placeholder ?? 'Select'}
      status={status}
      loading={!resource}
      options={[...offered, ...unknown.map((name) => ({ value: name, label: words(name) }))]}
      value={names}
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next: string[]) => onChange(next.length ? next : undefined)}
    />
  );
}

const optionsOf = (resource: AnyResource): { value: string; label: string }[] =>
  writableFields(resource)
    .filter((name) => name !== 'custom')
    .map((name) => ({ value: customKey(name) ?? name, label: titleOf(resource, name) }));
