import { Button } from 'antd';
import { useEffect, useRef, useState, type ClipboardEvent, type ReactNode } from 'react';
import { Icon } from '../../ui/marks/icon';
import { inside } from '../inside';
import { isEmpty, words } from '../kind';
import type { WidgetProps } from '../kind-parts';
import { counted, indianNumber } from '../../schemas/kit/counted';
import { recordsIn } from '../../schemas/kit/is-record';
import type { AnyRow } from '../../schemas/kit/resource';
import type { Values } from '../../schemas/kit/values';
import { followersOf } from '../../schemas/kit/defaults';
import { rowsOf } from '../../schemas/kit/row-resource';
import { fetchOf, namesInRows } from '../../schemas/kit/derived';
import { hiddenFields } from '../../schemas/kit/validation-schema';
import { beginningNow } from '../../providers/session/beginning';
import { newRow } from './new-row';
import { sumsOf } from './sums';

/** A small table: one row per entry, one control per column. A row is moved by its handle: dragged, or with the arrow keys. */
export function widget(props: WidgetProps): ReactNode {
  const { id, at, value, onChange, disabled } = props;
  const rows = recordsIn(value);
  const columns = Object.entries(at.field.items?.properties ?? {});
  const put = (next: AnyRow[]): void => onChange(next.length ? next : undefined);
  const full = rows.length >= (at.field.maxItems ?? Infinity);
  const sums = sumsOf(at, rows);
  const [dragged, drag] = useState<number>();
  const [said, say] = useState('');
  const [missed, miss] = useState<readonly string[]>([]);
  const [over, leave] = useState(0);
  const latest = useRef(rows); // what was typed while pasted names were looked up stays
  useEffect(() => {
    latest.current = rows;
  });

  function move(from: number, to: number): void {
    const row = rows[from];
    if (!row || to < 0 || to >= rows.length || from === to) return;
    put(rows.toSpliced(from, 1).toSpliced(to, 0, row));
    say(`Row ${from + 1} is now row ${to + 1} of ${rows.length}`);
    requestAnimationFrame(() => document.getElementById(`${id}.${to}.move`)?.focus());
  }
  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text/plain');
    if (disabled || !/[\t\n]/.test(text.trim())) return; // one value goes into its control
    event.preventDefault();
    void Promise.all([import('./paste-rows'), import('../../ui/fields/record-named')]).then(
      async ([{ pastedRows }, { recordNamed }]) => {
        const pasted = await pastedRows(at, text, beginningNow(), recordNamed);
        const added = pasted.rows.slice(0, (at.field.maxItems ?? Infinity) - latest.current.length);
        put([...latest.current, ...added]);
        say(`${counted(added.length, 'row')} added`);
        miss(pasted.unread);
        leave(pasted.rows.length - added.length);
      },
    );
  }

  return (
    <div className="p-rows" id={id} tabIndex={-1} onPaste={paste}>
      {rows.length ? (
        <table>
          <Head at={at} />
          <tbody>
            {rows.map((row, index) => (
              <tr
                key={index}
                data-over={dragged !== undefined && dragged !== index ? true : undefined}
                onDragOver={(event) => dragged !== undefined && event.preventDefault()}
                onDrop={() => dragged !== undefined && move(dragged, index)}
              >
                <td className="p-rows-move">
                  <Handle
                    id={`${id}.${index}.move`}
                    row={index + 1}
                    disabled={disabled || rows.length < 2}
                    onDrag={(on) => drag(on ? index : undefined)}
                    onMove={(by) => move(index, index + by)}
                  />
                </td>
                <Cells {...props} row={row} index={index} onRow={(next) => put(rows.with(index, without(next)))} />
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
          {sums.size ? <Foot at={at} sums={sums} /> : null}
        </table>
      ) : null}
      <Button
        type="dashed"
        size="small"
        icon={<Icon name="plus" size={12} />}
        disabled={disabled || full}
        onClick={() => {
          put([...rows, newRow(at, fresh(columns, rows.length), beginningNow())]);
          const first = `${id}.${rows.length}.${columns[0]?.[0] ?? ''}`;
          requestAnimationFrame(() => document.getElementById(first)?.focus());
        }}
      >
        Add row
      </Button>
      <span className="p-rows-hint">or paste rows of a spreadsheet here</span>
      <span className="p-visually-hidden" role="status">
        {said}
      </span>
      {missed.length ? <p role="alert">{missedWords(missed)}</p> : null}
      {over ? <p role="alert">{`${counted(over, 'pasted row')} left out: the list is full.`}</p> : null}
    </div>
  );
}

function missedWords(missed: readonly string[]): string {
  const more = missed.length > 3 ? ` and ${counted(missed.length - 3, 'other cell')}` : '';
  return `Left empty, please choose: ${missed.slice(0, 3).join(', ')}${more}.`;
}

function Head({ at }: Pick<WidgetProps, 'at'>): ReactNode {
  const columns = Object.entries(at.field.items?.properties ?? {});
  return (
    <thead>
      <tr>
        <th>
          <span className="p-visually-hidden">Move</span>
        </th>
        {columns.map(([name, field]) => (
          <th key={name} scope="col">
            {field.title ?? words(name)}
            {at.field.items?.required?.includes(name) ? (
              <span className="p-required" aria-hidden="true">
                *
              </span>
            ) : null}
          </th>
        ))}
        <th>
          <span className="p-visually-hidden">Remove</span>
        </th>
      </tr>
    </thead>
  );
}

function Foot({ at, sums }: Pick<WidgetProps, 'at'> & { sums: ReadonlyMap<string, number> }): ReactNode {
  const columns = Object.entries(at.field.items?.properties ?? {});
  return (
    <tfoot>
      <tr>
        <td />
        {columns.map(([name]) => (
          <td key={name} className="p-num">
            {sums.has(name) ? indianNumber(sums.get(name) ?? 0) : null}
          </td>
        ))}
        <td />
      </tr>
    </tfoot>
  );
}

/** The controls of a row. What its own values hide leaves an empty cell. */
function Cells({
  id,
  at,
  record,
  disabled,
  onCreate,
  inner: Inner,
  row,
  index,
  onRow,
}: WidgetProps & { row: AnyRow; index: number; onRow: (row: AnyRow) => void }): ReactNode {
  const hidden = at.path === at.name ? hiddenFields(at.resource, row, at.name) : new Set<string>();
  const followed = (name: string, value: unknown): Values =>
    record['id'] === undefined
      ? Object.fromEntries(followersOf(rowsOf(at.resource, at.name), row, name).map((one) => [one, value]))
      : {};
  const closed = namesInRows(at.resource.readOnly ?? [], at.name);
  return Object.keys(at.field.items?.properties ?? {}).map((name) => (
    <td key={name} aria-label={words(name)}>
      {Inner && !hidden.has(name) ? (
        <Inner
          id={`${id}.${index}.${name}`}
          at={inside(at, name, true)}
          value={row[name]}
          onChange={(next) => onRow({ ...row, ...followed(name, next), ...unfetched(at, name), [name]: next })}
          record={{ ...record, ...row }}
          disabled={disabled || closed.includes(name)}
          onCreate={onCreate}
        />
      ) : null}
    </td>
  ));
}

/** Values copied from a referenced record go when another one is chosen; the save copies the new ones. */
const unfetched = ({ resource, name: list }: WidgetProps['at'], name: string): Values =>
  Object.fromEntries(
    namesInRows(Object.keys(resource.fetched ?? {}), list).flatMap((one) =>
      fetchOf(resource, `${list}.*.${one}`)?.ref === `${list}.*.${name}` ? [[one, undefined]] : [],
    ),
  );

function Handle(props: {
  id: string;
  row: number;
  disabled: boolean;
  onDrag: (on: boolean) => void;
  onMove: (by: number) => void;
}): ReactNode {
  return (
    <button
      type="button"
      id={props.id}
      className="p-rows-handle"
      aria-label={`Move row ${props.row}: arrow keys`}
      title="Drag, or press the arrow keys"
      disabled={props.disabled}
      draggable={!props.disabled}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', String(props.row));
        props.onDrag(true);
      }}
      onDragEnd={() => props.onDrag(false)}
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        props.onMove(by);
      }}
    >
      ⠿
    </button>
  );
}

const without = (row: AnyRow): AnyRow => Object.fromEntries(Object.entries(row).filter(([, value]) => !isEmpty(value)));

function fresh(columns: readonly [string, { default?: unknown }][], count: number): AnyRow {
  return Object.fromEntries(
    columns.flatMap(([name, field]) =>
      name === 'sort_order' ? [[name, count]] : field.default === undefined ? [] : [[name, field.default]],
    ),
  );
}
