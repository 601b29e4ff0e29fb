import { useMany, type BaseRecord } from '@refinedev/core';
import type { ReactNode } from 'react';
import { useMayDo } from '../../providers/rights';
import { useResource } from '../../providers/screens/use-resource';
import { linkOf, targetsOf } from '../../schemas/kit/links';
import type { ListFilter } from '../../schemas/kit/list-query';
import { displayOf, type AnyResource } from '../../schemas/kit/resource';
import { FilterChip } from '../../ui/marks/chips';
import { columnTitle } from '../kind-looks';
import { chipText } from './filter-words';

export interface ChipProps {
  readonly resource: AnyResource;
  readonly filters: readonly ListFilter[];
  /** All filters of the list: one of them can say which resource the records are of. */
  readonly all: readonly ListFilter[];
  readonly onOpen: (chip: HTMLElement) => void;
  readonly onRemove: () => void;
}

/** The chip of a field whose records are of one resource or another, with their names. */
export default function LinkChip({ resource, filters, all, onOpen, onRemove }: ChipProps): ReactNode {
  const [own] = filters;
  if (!own) return null;
  return (
    <Named targets={possible(resource, own, all)} ids={own.values} known={none}>
      {(texts) => (
        <FilterChip
          label={columnTitle(resource, own.field)}
          value={chipText(resource, filters, texts)}
          onOpen={onOpen}
          onRemove={onRemove}
        />
      )}
    </Named>
  );
}
const none: ReadonlyMap<string, string> = new Map();

/** The resources that the keys can be of. */
function possible(resource: AnyResource, { field, group }: ListFilter, all: readonly ListFilter[]): readonly string[] {
  const link = linkOf(resource, field);
  const chosen = all.find(
    (one) => one.field === link?.by && one.operator === 'eq' && (one.group === undefined || one.group === group),
  );
  const named = chosen?.values.flatMap((choice) => (link && Object.hasOwn(link.of, choice) ? (link.of[choice] ?? []) : []));
  return named?.length ? [...new Set(named)] : targetsOf(resource, field);
}

interface NamedProps {
  readonly targets: readonly string[];
  readonly ids: readonly string[];
  readonly known: ReadonlyMap<string, string>;
  readonly children: (texts: ReadonlyMap<string, string>) => ReactNode;
}

/** Reads one resource after the other, each for the records whose names are not known yet. */
function Named({ targets: [target, ...others], ids, known, children }: NamedProps): ReactNode {
  const resource = useResource(target)?.resource;
  const may = useMayDo(resource);
  const missing = ids.filter((id) => !known.has(id));
  const enabled = resource !== undefined && may('list') && missing.length > 0;
  const { query } = useMany<BaseRecord>({
    resource: target ?? '',
    ids: missing,
    queryOptions: { enabled, staleTime: 60_000, retry: false },
    errorNotification: false,
  });
  const found = (query.data?.data ?? []).map((row): [string, string] => [
    String(row.id),
    String((resource && row[displayOf(resource)]) ?? row.id),
  ]);
  const texts = new Map([...known, ...(resource ? found : [])]);
  const isSettled = resource !== undefined && (!enabled || query.isFetched);
  if (!others.length || !isSettled || ids.every((id) => texts.has(id))) return children(texts);
  return (
    <Named targets={others} ids={ids} known={texts}>
      {children}
    </Named>
  );
}
