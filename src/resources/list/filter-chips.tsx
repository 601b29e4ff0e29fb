import { lazy, Suspense, useState, type ReactNode } from 'react';
import { FilterChip } from '../../ui/chips';
import { Icon } from '../../ui/icon';
import { Pop } from '../../ui/pop';
import type { AnyResource } from '../../schemas/kit/resource';
import { columnTitle } from '../kind-looks';
import type { ListFilter } from '../list-address';
import type { ListChange } from '../use-list-page';
import { chipsOf, chipText, filterTarget } from './filter-words';
import { useReferenceTexts } from './use-reference-texts';
import './list.css';

const FilterEditor = lazy(() => import('./filter-editor'));

/** Active filters as chips, 'Add filter' and 'Clear'. What may be asked is what the schema's `filter` names. */
export function FilterChips(props: {
  resource: AnyResource;
  filters: readonly ListFilter[];
  change: (to: ListChange) => void;
  onClear: () => void;
}): ReactNode {
  const { resource, filters, change } = props;
  const [open, setOpen] = useState<{ anchor: HTMLElement; old?: readonly ListFilter[] }>();
  const offered = resource.filter ?? [];
  if (!offered.length) return <div className="p-chips" />;
  const put = (old: readonly ListFilter[], next: readonly ListFilter[]): void => {
    // who changes one end of a span keeps the other
    const isSpan = next.length > 0 && next.every(({ operator }) => operator === 'from' || operator === 'to');
    const gone = isSpan && old.length > 1 ? [] : old;
    const rest = filters.filter(
      (one) => !gone.includes(one) && !next.some((other) => other.field === one.field && other.operator === one.operator),
    );
    change({ filters: [...rest, ...next] });
    setOpen(undefined);
  };
  return (
    <div className="p-chips">
      {chipsOf(filters).map((own) => (
        <Chip
          key={`${own[0]!.field}.${own[0]!.operator}`}
          resource={resource}
          filters={own}
          onOpen={(anchor) => setOpen({ anchor, old: own })}
          onRemove={() => put(own, [])}
        />
      ))}
      <button
        type="button"
        className="p-chip p-dashed"
        aria-haspopup="dialog"
        onClick={(event) => setOpen({ anchor: event.currentTarget })}
      >
        <Icon name="filter" size={14} /> Add filter
      </button>
      {filters.length ? (
        <button type="button" className="p-link" onClick={props.onClear}>
          Clear
        </button>
      ) : null}
      {open ? (
        <Pop anchor={open.anchor} label="Filter" onClose={() => setOpen(undefined)}>
          <Suspense fallback={<div className="p-filter" />}>
            <FilterEditor
              resource={resource}
              filter={open.old?.[0]}
              offered={offered}
              onApply={(next) => put(open.old ?? [], next)}
            />
          </Suspense>
        </Pop>
      ) : null}
    </div>
  );
}

function Chip({
  resource,
  filters,
  onOpen,
  onRemove,
}: {
  resource: AnyResource;
  filters: readonly ListFilter[];
  onOpen: (anchor: HTMLElement) => void;
  onRemove: () => void;
}): ReactNode {
  const { field, values } = filters[0]!;
  const texts = useReferenceTexts(filterTarget(resource, field), values);
  return (
    <FilterChip
      label={columnTitle(resource, field)}
      value={chipText(resource, filters, texts)}
      onOpen={() => onOpen(document.activeElement as HTMLElement)}
      onRemove={onRemove}
    />
  );
}
