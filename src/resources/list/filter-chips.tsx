import { Fragment, useState, type ReactNode } from 'react';
import { FilterChip } from '../../ui/marks/chips';
import { Icon } from '../../ui/marks/icon';
import { Popover } from '../../ui/dialogs/popover';
import type { AnyResource } from '../../schemas/kit/resource';
import { columnTitle } from '../kind-looks';
import type { ListFilter } from '../../schemas/kit/list-query';
import type { ChangeList } from './list-address';
import type { ChipProps } from './link-chip';
import { onDemand } from '../../ui/dialogs/on-demand';
import { chipsOf, chipText, filterTarget } from './filter-words';
import { useReferenceTexts } from './use-reference-texts';
import './list.css';

const FilterEditor = onDemand('filter-editor', () => import('./filter-editor'), <div className="p-filter" />);
const CellChip = onDemand('cell-chip', () => import('./cell-chip'));
const LinkChip = onDemand('link-chip', () => import('./link-chip'));
const FilterRows = onDemand('filter-rows', () => import('./filter-rows'));

/** Active filters as chips, 'Add filter' and 'Clear'. The schema's `filter` names the available fields. */
export function FilterChips(props: {
  resource: AnyResource;
  filters: readonly ListFilter[];
  change: ChangeList;
  onClear: () => void;
}): ReactNode {
  const { resource, filters, change } = props;
  const [open, setOpen] = useState<{ anchor: HTMLElement; old?: readonly ListFilter[] }>();
  const [rows, setRows] = useState(false);
  const offered = resource.filter ?? [];
  const grouped = chipsOf(filters);
  const groupOf = (index: number): number | undefined => grouped[index]?.[0]?.group;
  if (!offered.length && !filters.length) return <div className="p-chips" />;
  const put = (old: readonly ListFilter[], next: readonly ListFilter[]): void => {
    // changing one end of a range keeps the other
    const isSpan = next.length > 0 && next.every(({ operator }) => operator === 'gte' || operator === 'lte');
    const gone = isSpan && old.length > 1 ? [] : old;
    const rest = filters.filter(
      (one) =>
        !gone.includes(one) &&
        !next.some((other) => other.field === one.field && other.operator === one.operator && other.group === one.group),
    );
    change({ filters: [...rest, ...next] });
    setOpen(undefined);
  };
  return (
    <div className="p-chips">
      {grouped.map((own, index) => (
        <Fragment key={`${own[0]!.group ?? ''}-${own[0]!.field}.${own[0]!.operator}`}>
          {index > 0 &&
          groupOf(index) !== undefined &&
          groupOf(index - 1) !== undefined &&
          groupOf(index) !== groupOf(index - 1) ? (
            <span className="p-or">or</span>
          ) : null}
          {own[0]?.field === 'cell' ? (
            <CellChip text={own[0].values[0] ?? ''} onRemove={() => put(own, [])} />
          ) : (
            <FieldChip
              resource={resource}
              filters={own}
              all={filters}
              onOpen={(anchor) => setOpen({ anchor, old: own })}
              onRemove={() => put(own, [])}
            />
          )}
        </Fragment>
      ))}
      {offered.length ? (
        <button
          type="button"
          className="p-chip p-dashed"
          aria-haspopup="dialog"
          onClick={(event) => setOpen({ anchor: event.currentTarget })}
        >
          <Icon name="filter" size={14} /> Add filter
        </button>
      ) : null}
      {filters.length ? (
        <button type="button" className="p-link" onClick={props.onClear}>
          Clear
        </button>
      ) : null}
      {open ? (
        <Popover anchor={open.anchor} label="Filter" onClose={() => setOpen(undefined)}>
          <FilterEditor
            resource={resource}
            filter={open.old?.[0]}
            offered={offered}
            onApply={(next) => {
              const group = open.old?.[0]?.group;
              put(open.old ?? [], group === undefined ? next : next.map((one) => ({ ...one, group })));
            }}
            onRows={() => {
              setOpen(undefined);
              setRows(true);
            }}
          />
        </Popover>
      ) : null}
      {rows ? (
        <FilterRows
          resource={resource}
          filters={filters}
          onClose={() => setRows(false)}
          onApply={(next) => {
            setRows(false);
            change({ filters: next });
          }}
        />
      ) : null}
    </div>
  );
}

const FieldChip = (props: ChipProps): ReactNode =>
  'by' in (props.resource.options?.[props.filters[0]!.field] ?? {}) ? <LinkChip {...props} /> : <Chip {...props} />;

function Chip({ resource, filters, onOpen, onRemove }: ChipProps): ReactNode {
  const { field, values } = filters[0]!;
  const texts = useReferenceTexts(filterTarget(resource, field), values);
  return (
    <FilterChip
      label={columnTitle(resource, field)}
      value={chipText(resource, filters, texts)}
      onOpen={onOpen}
      onRemove={onRemove}
    />
  );
}
