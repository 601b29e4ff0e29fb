import type { ReactNode } from 'react';
import { ReferenceSelect } from '../../ui/fields/reference-select';
import type { FilterProps } from '../kind-parts';
import { textOptions } from '../text-options';

export function filter({ at, values, onChange, title }: FilterProps): ReactNode {
  const options = textOptions(at.resource, at.name);
  if (!options) return null;
  return (
    <ReferenceSelect
      aria-label={title}
      resource={options.of}
      storesText
      multiple
      value={values}
      onChange={(next) => onChange([next ?? []].flat().map(String))}
    />
  );
}
