import { Button, Drawer, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { kindAt } from '../../kinds/kind-of';
import type { AnyResource } from '../../schemas/kit/resource';
import { Icon } from '../../ui/marks/icon';
import { columnTitle } from '../kind-looks';
import { filterName, takesNoValue, type ListFilter } from '../../schemas/kit/list-query';
import { changesShape, FilterValue } from './filter-value';
import { operatorWords } from '../../schemas/kit/filter-operators';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import './list-tools.css';

type Groups = readonly (readonly ListFilter[])[];

/** Rows of field, operator and value: all rows of a group must match, and at least one group. */
export default function FilterRows(props: {
  resource: AnyResource;
  filters: readonly ListFilter[];
  onApply: (filters: readonly ListFilter[]) => void;
  onClose: () => void;
}): ReactNode {
  useFocusBack();
  const { resource } = props;
  // the number of a report whose rows these are stays a chip of its own
  const isCell = ({ field }: ListFilter): boolean => field === 'cell';
  const [groups, setGroups] = useState<Groups>(() =>
    groupsOf(
      props.filters.filter((one) => !isCell(one)),
      resource,
    ),
  );
  const finish = (next: readonly ListFilter[]): void => props.onApply([...props.filters.filter(isCell), ...next]);
  const [wrong, setWrong] = useState<string>();
  const apply = (): void => {
    const twice = groups.flatMap(clashing)[0];
    if (!twice) return finish(filtersOf(groups));
    const condition = `${columnTitle(resource, twice.field)} ${operatorWords[twice.operator]}`;
    return setWrong(`Two conditions '${condition}' cannot be combined with 'and'. Remove one of them.`);
  };
  const put = (at: number, rows: readonly ListFilter[]): void => {
    setWrong(undefined);
    setGroups(groups.map((group, index) => (index === at ? rows : group)).filter((group) => group.length));
  };
  return (
    <Drawer
      open
      size={520}
      title="Filters"
      onClose={props.onClose}
      footer={
        <div className="p-filter-end">
          <Button onClick={() => finish([])}>Clear</Button>
          <Button type="primary" onClick={apply}>
            Apply
          </Button>
        </div>
      }
    >
      <div className="p-filter-groups">
        {wrong ? (
          <p role="alert" className="p-wrong">
            {wrong}
          </p>
        ) : null}
        {groups.map((group, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a group is its place
          <div key={at} role="group" aria-label={`Conditions ${at + 1}`}>
            {at > 0 ? <p className="p-or">or</p> : null}
            <div className="p-filter-group">
              {group.map((row, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- a row is its place
                <div key={index}>
                  {index > 0 ? <p className="p-or">and</p> : null}
                  <ConditionRow
                    resource={resource}
                    row={row}
                    onChange={(next) =>
                      put(
                        at,
                        group.map((one, place) => (place === index ? next : one)),
                      )
                    }
                    onRemove={() =>
                      put(
                        at,
                        group.filter((_, place) => place !== index),
                      )
                    }
                  />
                </div>
              ))}
              <button type="button" className="p-link" onClick={() => put(at, [...group, firstRow(resource)])}>
                And …
              </button>
            </div>
          </div>
        ))}
        <Button icon={<Icon name="plus" size={14} />} onClick={() => setGroups([...groups, [firstRow(resource)]])}>
          {groups.length ? 'Or …' : 'Add a condition'}
        </Button>
      </div>
    </Drawer>
  );
}

function ConditionRow(props: {
  resource: AnyResource;
  row: ListFilter;
  onChange: (row: ListFilter) => void;
  onRemove: () => void;
}): ReactNode {
  const { resource, row, onChange } = props;
  const { kind } = kindAt(resource, row.field);
  return (
    <div className="p-filter-row">
      <Select
        aria-label="Field"
        showSearch={{ optionFilterProp: 'label' }}
        value={row.field}
        options={[...new Set([...(resource.filter ?? []), row.field])].map((name) => ({
          value: name,
          label: columnTitle(resource, name),
        }))}
        onChange={(field) => onChange({ field, operator: kindAt(resource, field).kind.operators[0] ?? 'eq', values: [] })}
      />
      <Select
        aria-label="How"
        value={row.operator}
        options={[...new Set([...kind.operators, row.operator])].map((one) => ({ value: one, label: operatorWords[one] }))}
        onChange={(operator) => onChange({ ...row, operator, values: changesShape(row.operator, operator) ? [] : row.values })}
      />
      <button type="button" className="p-icon-button" aria-label="Remove this condition" onClick={props.onRemove}>
        <Icon name="close" />
      </button>
      <div className="p-filter-value">
        <FilterValue
          resource={resource}
          field={row.field}
          operator={row.operator}
          values={row.values}
          onChange={(values) => onChange({ ...row, values })}
        />
      </div>
    </div>
  );
}

function firstRow(resource: AnyResource): ListFilter {
  const field = resource.filter?.[0] ?? 'id';
  return { field, operator: kindAt(resource, field).kind.operators[0] ?? 'eq', values: [] };
}

/** Filters outside any group apply in each of them. */
export function groupsOf(filters: readonly ListFilter[], resource: AnyResource): Groups {
  const outside = filters.filter((one) => one.group === undefined);
  const numbers = [...new Set(filters.flatMap((one) => one.group ?? []))];
  if (!numbers.length) return outside.length ? [outside] : [[firstRow(resource)]];
  return numbers.map((number) => [
    ...outside,
    ...filters.filter((one) => one.group === number).map(({ field, operator, values }) => ({ field, operator, values })),
  ]);
}

/** A single group needs no number. Rows of one group with the same field and operator are one filter with several values. */
export function filtersOf(groups: Groups): ListFilter[] {
  const whole = groups.map(joined).filter((group) => group.length);
  return whole.length === 1 ? whole[0]! : whole.flatMap((group, at) => group.map((one) => ({ ...one, group: at + 1 })));
}

/** Rows that say something: those without a value do not. */
const filled = (rows: readonly ListFilter[]): ListFilter[] =>
  rows
    .map(({ field, operator, values }) => ({ field, operator, values: values.map((one) => one.trim()).filter(Boolean) }))
    .filter(({ operator, values }) => values.length > 0 || takesNoValue(operator));

/** The second one of two rows that would mean either of both as one filter: 'contains a' and 'contains b'. */
const clashing = (rows: readonly ListFilter[]): ListFilter[] =>
  filled(rows).filter(
    ({ field, operator }, at, all) =>
      !/^(eq|ne|ina|null|n(null|contains|startswith|endswith)s?)$/.test(operator) &&
      all.findIndex((one) => one.field === field && one.operator === operator) < at,
  );

function joined(rows: readonly ListFilter[]): ListFilter[] {
  const byName = new Map<string, ListFilter>();
  for (const { field, operator, values: kept } of filled(rows)) {
    const name = filterName({ field, operator });
    const known = byName.get(name);
    byName.set(name, { field, operator, values: [...new Set([...(known?.values ?? []), ...kept])] });
  }
  return [...byName.values()];
}
