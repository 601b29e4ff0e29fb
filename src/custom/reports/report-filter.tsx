import { Select } from 'antd';
import type { ReactNode } from 'react';
import { dimensionOf, type Dimension, type DimensionId } from '../../schemas/kit/dimensions';
import { ColleaguesSelect } from '../../ui/fields/colleague-select';
import { ReferenceSelect } from '../../ui/fields/reference-select';
import { Icon } from '../../ui/marks/icon';

/** The tenant's own word for its colleges. */
export const filterTitle = (id: DimensionId, entity: string): string => dimensionOf(id).label.replace('College', () => entity);

/** Values of one dimension: people, records of a catalogue, or typed texts. */
export function ReportFilter({
  id,
  entity,
  value,
  onChange,
  onRemove,
}: {
  id: DimensionId;
  entity: string;
  value: readonly string[];
  onChange: (texts: readonly string[]) => void;
  onRemove: () => void;
}): ReactNode {
  const title = filterTitle(id, entity);
  const { of, choices }: Dimension = dimensionOf(id);
  const common = { 'aria-label': title, placeholder: title };
  return (
    <span className="rp-filter" data-title={title}>
      {of === 'users' ? (
        <ColleaguesSelect {...common} value={value} onChange={onChange} />
      ) : of ? (
        <ReferenceSelect
          {...common}
          resource={of}
          multiple
          value={[...value]}
          onChange={(next) => onChange([next ?? []].flat().map(String))}
        />
      ) : choices ? (
        <Select<string[]>
          {...common}
          className="p-select"
          mode="multiple"
          optionFilterProp="label"
          value={[...value]}
          options={Object.entries(choices).map(([key, label]) => ({ value: key, label }))}
          onChange={onChange}
        />
      ) : (
        <Select<string[]> {...common} className="p-select" mode="tags" value={[...value]} onChange={onChange} />
      )}
      <button type="button" className="p-icon-button" aria-label={`Remove filter ${title}`} onClick={onRemove}>
        <Icon name="close" size={12} />
      </button>
    </span>
  );
}
