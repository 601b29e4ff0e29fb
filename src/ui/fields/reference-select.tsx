import { useList, type BaseRecord, type CrudFilter } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Select } from 'antd';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { displayOf, wiresOf, type AnyRow } from '../../schemas/kit/resource';
import type { ListMeta } from '../../schemas/kit/list';
import { useResource } from '../../providers/screens/use-resource';
import { useMayDo } from '../../providers/rights';
import { lowerFirst } from '../marks/lower-first';

export interface ReferenceSelectProps {
  /** Name of the resource of the options. */
  resource: string;
  value: unknown;
  /** `texts` are those of the selected options, in their order. */
  onChange: (value: unknown, texts: readonly string[]) => void;
  /** Text of the current value as the server sent it (`_labels`), so that nothing has to load to show it. */
  label?: string | readonly string[] | undefined;
  multiple?: boolean;
  /** The option's text is stored instead of its id. */
  storesText?: boolean;
  /** Filters the options: `{ state_id: 14 }`. */
  where?: Readonly<AnyRow>;
  /** The title of the field that filters, for the message of an empty list. */
  parent?: string;
  /** Shown to users who can add a record: creates a missing one, with the typed text as its name. */
  onCreate?: ((text: string) => void) | undefined;
  /** The record itself, which cannot be its own parent. */
  self?: unknown;
  id?: string;
  placeholder?: string | undefined;
  disabled?: boolean;
  status?: 'error' | '';
  allowClear?: boolean;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  'aria-required'?: true | undefined;
}
type Value = string | number;

/** Look-up with search. Up to 1,000 options load once and are searched here; larger resources are searched by the server. */
export function ReferenceSelect(props: ReferenceSelectProps): ReactNode {
  const { resource, value, onChange, multiple = false, storesText = false, where = {}, parent, self, label, id } = props;
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useDelayed(typed, 200);
  const chunk = useResource(resource);
  const may = useMayDo(chunk?.resource);
  const display = chunk ? displayOf(chunk.resource) : undefined;
  const target = chunk?.resource;
  const mayCreate = props.onCreate && target && wiresOf(target, 'create').length > 0 && may('create');
  const chosen = useMemo(
    () => [value].flat().filter((one): one is Value => typeof one === 'string' || typeof one === 'number'),
    [value],
  );
  const texts = new Map(chosen.map((one, index) => [one, [label].flat()[index]]));

  const waits = parent !== undefined && Object.keys(where).length === 0; // no parent selected, no options

  const { query } = useList<BaseRecord>({
    resource,
    pagination: { mode: 'off' },
    filters: Object.entries(where).map(([field, one]): CrudFilter => ({ field, operator: 'eq', value: one })),
    meta: { limit: lookUpLimit } satisfies ListMeta,
    queryOptions: { enabled: (opened && !waits) || (!storesText && chosen.some((one) => !texts.get(one))), staleTime: 60_000 },
    errorNotification: false,
  });
  const answer = query.data;
  const large = answer !== undefined && answer.total > answer.data.length;
  const { query: searched } = useList<BaseRecord>({
    resource,
    pagination: { mode: 'off' },
    filters: Object.entries(where).map(([field, one]): CrudFilter => ({ field, operator: 'eq', value: one })),
    meta: { limit: 50, search } satisfies ListMeta,
    queryOptions: { enabled: large && search !== '', placeholderData: keepPreviousData },
    errorNotification: false,
  });

  const rows = waits || !display ? [] : large && search ? (searched.data?.data ?? []) : (answer?.data ?? []);
  const options = rows
    .filter((row) => row.id !== self && (row['status'] !== 0 || chosen.some((one) => one === row.id)))
    .map((row) => {
      const text = String(row[display ?? ''] ?? row.id);
      return { value: storesText ? text : (row.id ?? text), label: text };
    });
  const known = new Set(options.map((option) => option.value));
  // Values and ids may differ in type between an address ('4') and a row (4): the row's type is used.
  const current = chosen.map((one) =>
    known.has(one) ? one : (options.find((option) => String(option.value) === String(one))?.value ?? one),
  );
  const missing = current
    .filter((one) => !known.has(one))
    .map((one) => ({ value: one, label: storesText ? String(one) : (texts.get(one) ?? (query.isLoading ? '…' : String(one))) }));

  // The last option, so that the arrow keys reach it; while the others load it would be the first.
  const adding =
    mayCreate && !waits && !query.isLoading
      ? [{ value: addValue, label: `+ Add ${typed.trim() ? `“${typed.trim()}”` : lowerFirst(target.label)}` }]
      : [];

  return (
    <Select<Value | Value[] | null>
      id={id ?? ''}
      {...(multiple ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      value={multiple ? current : (current[0] ?? null)}
      options={[...missing, ...options, ...adding]}
      onChange={(next) => {
        if ([next].flat().includes(addValue)) props.onCreate!(typed.trim());
        else {
          const known = new Map([...missing, ...options].map((option) => [option.value, option.label]));
          const texts = [next ?? []].flat().map((one) => known.get(one) ?? String(one));
          onChange(Array.isArray(next) ? (next.length ? next : undefined) : (next ?? undefined), texts);
        }
      }}
      onOpenChange={(open) => open && setOpened(true)}
      showSearch={{
        filterOption: (text, option) =>
          option?.value === addValue ||
          (large && search !== '') ||
          String(option?.label).toLowerCase().includes(text.trim().toLowerCase()),
        onSearch: setTyped,
      }}
      allowClear={props.allowClear ?? true}
      loading={(opened && query.isLoading) || searched.isFetching}
      notFoundContent={query.isLoading ? 'Loading…' : query.isError ? 'The list could not be loaded.' : emptyWords(parent, waits)}
      placeholder={props.placeholder ?? 'Select'}
      disabled={props.disabled ?? false}
      status={props.status ?? ''}
      aria-label={props['aria-label']}
      aria-describedby={props['aria-describedby']}
      aria-invalid={props['aria-invalid']}
      aria-required={props['aria-required']}
      className="p-select"
    />
  );
}

const lookUpLimit = 1000;
const addValue = '~add';

function useDelayed(text: string, ms: number): string {
  const [late, setLate] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return late;
}
const emptyWords = (parent: string | undefined, waits: boolean): string =>
  !parent ? 'Nothing found' : waits ? `Choose ${parent} first` : `Nothing for the chosen ${parent}`;
