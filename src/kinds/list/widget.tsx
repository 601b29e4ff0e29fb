import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/marks/icon';
import { inside } from '../inside';
import { isEmpty, words } from '../kind';
import type { WidgetProps } from '../kind-parts';
import { recordsIn } from '../../schemas/kit/is-record';
import type { AnyRow } from '../../schemas/kit/resource';

/** A small table: one row per entry, one control per column. The rows are ordered; arrow buttons move them. */
export function widget({ id, at, value, onChange, record, disabled, inner: Inner }: WidgetProps): ReactNode {
  const rows = recordsIn(value);
  const columns = Object.entries(at.field.items?.properties ?? {});
  const put = (next: AnyRow[]): void => onChange(next.length ? next : undefined);
  const full = rows.length >= (at.field.maxItems ?? Infinity);
  return (
    <div className="p-rows" id={id} tabIndex={-1}>
      {rows.length ? (
        <table>
          <thead>
            <tr>
              {columns.map(([name, field]) => (
                <th key={name} scope="col">
                  {field.title ?? words(name)}
                </th>
              ))}
              <th>
                <span className="p-visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {columns.map(([name]) => (
                  <td key={name} aria-label={words(name)}>
                    {Inner ? (
                      <Inner
                        id={`${id}.${index}.${name}`}
                        at={inside(at, name, true)}
                        value={row[name]}
                        onChange={(next) => put(rows.with(index, without({ ...row, [name]: next })))}
                        record={record}
                        disabled={disabled}
                      />
                    ) : null}
                  </td>
                ))}
                <td className="p-rows-remove">
                  <Button
                    type="text"
                    size="small"
                    icon={<Icon name="trash" size={14} />}
                    aria-label={`Remove row ${index + 1}`}
                    disabled={disabled ?? false}
                    onClick={() => put(rows.toSpliced(index, 1))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <Button
        type="dashed"
        size="small"
        icon={<Icon name="plus" size={12} />}
        disabled={disabled || full}
        onClick={() => {
          put([...rows, fresh(columns, rows.length)]);
          const first = `${id}.${rows.length}.${columns[0]?.[0] ?? ''}`;
          requestAnimationFrame(() => document.getElementById(first)?.focus());
        }}
      >
        Add row
      </Button>
    </div>
  );
}

const without = (row: AnyRow): AnyRow => Object.fromEntries(Object.entries(row).filter(([, value]) => !isEmpty(value)));

function fresh(columns: [string, { default?: unknown }][], count: number): AnyRow {
  return Object.fromEntries(
    columns.flatMap(([name, field]) =>
      name === 'sort_order' ? [[name, count]] : field.default === undefined ? [] : [[name, field.default]],
    ),
  );
}
