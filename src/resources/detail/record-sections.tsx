import { useAbility } from '@casl/react';
import type { ActedRow } from '../use-record-actions';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AnswerOf } from '../../providers/calls/call';
import { useAnswer, useCall } from '../../providers/calls/use-call';
import type { Ability } from '../../providers/ability';
import { counted, indianNumber } from '../../schemas/kit/counted';
import { actionSubject, type RecordSection } from '../../schemas/kit/record-calls';
import { isRecord, recordIn } from '../../schemas/kit/is-record';
import { humanize, type AnyResource, type AnyRow as Values } from '../../schemas/kit/resource';
import { parseWire } from '../../schemas/kit/wire';
import { dayOf, plainDate } from '../../ui/time/dates';
import { ErrorState } from '../../ui/page/states';
import { monthName } from '../../ui/time/month-name';
import { Time } from '../../ui/time/time';
import { PageMoves } from '../list/page-moves';
import { barsOf } from './bars-of';
import type { Action } from './offered-call';
import './record-sections.css';
import { wireValues } from './wire-values';
import { serverNow } from '../../ui/time/server-clock';
import { leadPath } from '../../schemas/kit/lead-page';

interface Props {
  readonly action: Action;
  readonly section: RecordSection;
  readonly row: ActedRow;
}

/** Results of the resource's own calls for one record: the leads that a rule matched, the results of a campaign's calls. */
export default function RecordSections({ resource, row }: { resource: AnyResource; row: ActedRow }): ReactNode {
  const ability = useAbility<Ability>();
  return Object.entries(resource.actions ?? {}).map(([name, action]) => {
    if (!action.shows || !ability.can(action.as, actionSubject(resource.name, name, action))) return null;
    const Section = action.shows.columns ? Rows : Bars;
    return <Section key={action.wire} action={action} section={action.shows} row={row} />;
  });
}

const pageSize = 10;
const whole = (answer: AnswerOf<Action>): AnswerOf<Action> => answer;

function Rows({ action, section, row }: Props): ReactNode {
  const [page, setPage] = useState(1);
  const [chosen, choose] = useState('');
  const labelOf = (value: string): string => section.choose?.labels?.[value] ?? humanize(value);
  const narrow = section.choose && chosen ? { [section.choose.name]: chosen } : {};
  const values = { ...wireValues(action.wire, row), page_number: page, limit: pageSize, ...narrow };
  const query = useAnswer(action, values, whole, { retry: false, keepPrevious: true, version: row });
  const { data, count = 0 } = query.data ?? {};
  // Why there is nothing, where the server knows more of it than the schema.
  const { empty } = recordIn(query.data);
  const rows = Array.isArray(data) ? data.filter(isRecord) : [];
  const columns = Object.entries(section.columns ?? {});
  const last = Math.max(1, Math.ceil(count / pageSize));
  return (
    <Frame
      section={{
        ...section,
        empty: typeof empty === 'string' ? empty : chosen ? `None are ${labelOf(chosen).toLowerCase()}.` : section.empty,
      }}
      query={query}
      isEmpty={!rows.length}
      tools={
        section.choose ? (
          <select
            aria-label={`${section.title}: ${humanize(section.choose.name).toLowerCase()}`}
            value={chosen}
            onChange={({ target }) => {
              choose(target.value);
              setPage(1);
            }}
          >
            <option value="">All</option>
            {section.choose.values.map((one) => (
              <option key={one} value={one}>
                {labelOf(one)}
              </option>
            ))}
          </select>
        ) : null
      }
    >
      <div className="p-section-scroll" tabIndex={0} role="region" aria-label={`${section.title}, table`}>
        <table className="p-mini p-section-rows">
          <thead>
            <tr>
              {columns.map(([name, title]) => (
                <th key={name} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((one, at) => (
              <tr key={at}>
                {columns.map(([name]) => (
                  <td key={name}>{cellOf(one, name)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {last > 1 ? (
        <PageMoves
          label={`Pages of ${section.title.toLowerCase()}`}
          previous={page > 1 ? () => setPage(page - 1) : undefined}
          next={page < last ? () => setPage(page + 1) : undefined}
        >
          <span className="p-num" aria-live="polite">
            {page} / {last}
          </span>
        </PageMoves>
      ) : null}
    </Frame>
  );
}

/** A lead's name links to its page; a list of steps is shown by their names. */
function cellOf(row: Values, name: string): ReactNode {
  const value = row[name];
  if (name === 'lead_name')
    return typeof value === 'string' ? <Link to={leadPath(row['lead_id'])}>{value}</Link> : 'Another’s lead';
  if (value === null || value === undefined || value === '') return '–';
  if (name.endsWith('_at')) return <Time at={value} />;
  if (name === 'month' && typeof value === 'string') return monthName(value);
  if (typeof value === 'number') return indianNumber(value);
  if (Array.isArray(value))
    return value
      .filter(isRecord)
      .map(({ type = '', result }) => `${humanize(String(type))}${result === 'failed' ? ' (failed)' : ''}`)
      .join(', ');
  return typeof value === 'string' && /^[a-z_]+$/.test(value) ? humanize(value) : String(value);
}

const spans = [7, 30, 90] as const;

function Bars({ action, section, row }: Props): ReactNode {
  const [days, setDays] = useState<number>(30);
  const isSpan = parseWire(action.wire).query.some(({ name }) => name === 'from');
  const [now] = useState(() => new Date(serverNow()));
  const span = isSpan ? { from: dayOf(new Date(now.getTime() - (days - 1) * 86_400_000)), to: dayOf(now) } : {};
  const values = { ...wireValues(action.wire, row), ...span };
  const query = useCall(action, values, { retry: false, keepPrevious: true });
  const { labels, series } = barsOf(query.data);
  const most = Math.max(1, ...labels.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)));
  const sums = series.map(({ name, values }) => ({ name, sum: values.reduce((all, one) => all + one, 0) }));
  return (
    <Frame
      section={section}
      query={query}
      isEmpty={!labels.length}
      tools={
        isSpan ? (
          <select aria-label={`${section.title}: time`} value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {spans.map((one) => (
              <option key={one} value={one}>
                {counted(one, 'day')}
              </option>
            ))}
          </select>
        ) : null
      }
    >
      <p className="p-section-sums">
        {sums.map(({ name, sum }, at) => (
          <span key={name}>
            <i className={`p-section-key p-section-${at}`} /> {humanize(name)} <b>{sum}</b>
          </span>
        ))}
      </p>
      <ol className="p-section-bars">
        {labels.map((label, at) => (
          <li
            key={label}
            title={`${labelText(label)}: ${series.map(({ name, values }) => `${values[at] ?? 0} ${humanize(name).toLowerCase()}`).join(', ')}`}
          >
            {series.map(({ name, values }, which) => (
              <span
                key={name}
                className={`p-section-bar p-section-${which}`}
                style={{ height: `${((values[at] ?? 0) / most) * 100}%` }}
              />
            ))}
            <span className="p-visually-hidden">
              {labelText(label)}:{' '}
              {series.map(({ name, values }) => `${values[at] ?? 0} ${humanize(name).toLowerCase()}`).join(', ')}
            </span>
          </li>
        ))}
      </ol>
    </Frame>
  );
}

const labelText = (label: string): string => (label.length > 10 ? `${plainDate(label)} ${label.slice(11)}` : plainDate(label));

function Frame(props: {
  section: RecordSection;
  query: { isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown };
  isEmpty: boolean;
  tools?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { section, query } = props;
  return (
    <section className="p-record-group" aria-label={section.title} aria-busy={query.isPending}>
      <header className="p-section-head">
        <h2>{section.title}</h2>
        {props.tools}
      </header>
      {query.isError ? (
        <ErrorState what={`${section.title} could not be loaded`} error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <span className="p-bone" style={{ width: '60%' }} />
      ) : props.isEmpty ? (
        <p className="p-quiet">{section.empty}</p>
      ) : (
        props.children
      )}
    </section>
  );
}
