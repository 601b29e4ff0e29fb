import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { AttendanceMonth, PersonMonth } from '../../schemas/calls/attendance-report';
import { DayMark, dayMarkText } from '../../ui/attendance/day-mark';
import { plainDate } from '../../ui/time/dates';
import { today } from '../../ui/time/today';
import { totalColumns, type TotalColumn } from './total-columns';

const weekdays = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'];
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

type Place = readonly [row: number, column: number];
const steps: Readonly<Record<string, Place>> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** The grid: header and names stay visible, one cell takes the focus and the arrow keys move it. */
export function MonthGrid(props: {
  month: AttendanceMonth;
  dim: boolean;
  onOpen: (userId: string, date: string) => void;
}): ReactNode {
  const { month, dim, onOpen } = props;
  const { days, people } = month;
  const totals = totalColumns(month);
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<Place>([0, 0]);
  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const inside = (value: number, count: number): number => Math.max(0, Math.min(value, count - 1));
    const next: Place = [inside(at[0] + step[0], people.length), inside(at[1] + step[1], days.length)];
    setAt(next);
    box.current?.querySelector<HTMLElement>(`[data-at='${next.join()}']`)?.focus();
  };
  return (
    <div ref={box} className="ar-scroll" tabIndex={-1}>
      <table className={dim ? 'ar-grid p-dim' : 'ar-grid'} aria-label={`Attendance of ${month.month}`} onKeyDown={move}>
        <thead>
          <tr>
            <th scope="col" className="ar-name">
              Name
            </th>
            {days.map((day) => (
              <th key={day} scope="col" title={plainDate(day)} className={headOf(day)}>
                <span>{Number(day.slice(8))}</span>
                <small>{weekdays[weekdayOf(day)]}</small>
              </th>
            ))}
            {totals.map(({ name, title, means }) => (
              <th key={name} scope="col" className="ar-total" title={means}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person, row) => (
            <Row
              key={person.user_id}
              {...{ person, row, days, totals, onOpen }}
              focused={at[0] === row ? at[1] : -1}
              onFocus={(column) => setAt([row, column])}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="ar-name">
              Total
            </th>
            {month.present_by_day.map((count, column) => (
              <td key={days[column]} className="p-num" title="Present, whole or half a day">
                {(days[column] ?? '') > today() ? '' : count}
              </td>
            ))}
            {totals.map(({ name, text }) => (
              <td key={name} className="p-num ar-total">
                {text(month.totals)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

const headOf = (day: string): string => `${weekdayOf(day) === 0 ? 'ar-sunday' : ''}${day === today() ? ' ar-today' : ''}`;

function Row(props: {
  person: PersonMonth;
  row: number;
  days: readonly string[];
  totals: readonly TotalColumn[];
  focused: number;
  onFocus: (column: number) => void;
  onOpen: (userId: string, date: string) => void;
}): ReactNode {
  const { person, row, days, totals, focused, onFocus, onOpen } = props;
  return (
    <tr>
      <th scope="row" className="ar-name">
        <span className="p-cut" title={person.employee_code ? `${person.name}, ${person.employee_code}` : person.name}>
          {person.name}
        </span>
        {person.active ? null : <small className="p-quiet"> Inactive</small>}
      </th>
      {days.map((day, column) => (
        <td key={day}>
          <button
            type="button"
            data-at={`${row},${column}`}
            tabIndex={focused === column ? 0 : -1}
            aria-label={`${person.name}, ${plainDate(day)}: ${dayMarkText(person.codes[column] ?? [])}`}
            onFocus={() => onFocus(column)}
            onClick={() => onOpen(person.user_id, day)}
          >
            <DayMark codes={person.codes[column] ?? []} />
          </button>
        </td>
      ))}
      {totals.map(({ name, text }) => (
        <td key={name} className="p-num ar-total">
          {text(person.totals)}
        </td>
      ))}
    </tr>
  );
}
