import { Button, Checkbox, DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { call } from '../../providers/calls/call';
import { useCall } from '../../providers/calls/use-call';
import { PageMoves } from '../../resources/list/page-moves';
import { attendanceReport, attendanceReportExport, type AttendanceMonth } from '../../schemas/calls/attendance-report';
import { dayCodes, dayCodeWords, type DayCode } from '../../schemas/kit/day-codes';
import { isOneOf } from '../../schemas/kit/is-one-of';
import { ExportButton } from '../../ui/actions/export-button';
import { PeopleFilter } from '../../ui/fields/people-filter';
import { onDemand } from '../../ui/dialogs/on-demand';
import { DayMark } from '../../ui/attendance/day-mark';
import { PageFrame } from '../../ui/page/page-frame';
import { pageLoader } from '../../ui/page/page-loader';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { isMonth } from '../../schemas/kit/shared-fields';
import { today } from '../../ui/time/today';
import { Time } from '../../ui/time/time';
import { Definitions } from './definitions';
import { LockMonth } from './lock-month';
import { MonthGrid } from './month-grid';
import './report.css';

const DayDrawer = onDemand('attendance-day', async () => ({
  default: (await import('../../ui/attendance/day-drawer')).DayDrawer,
}));

/** /employee/attendance-report: people by day, with the totals that payroll needs. */
export default function AttendanceReportPage(): ReactNode {
  const asked = useAsked();
  const { data, error, isPlaceholderData, refetch } = useCall(
    attendanceReport,
    { ...asked.values, page: asked.page },
    { keepPrevious: true, retry: false },
  );
  const [opened, setOpened] = useState<{ readonly userId: string; readonly date: string }>();
  const exported = (format: 'csv' | 'xlsx') => async () => (await call(attendanceReportExport, { format, ...asked.values })).data;
  return (
    <PageFrame
      title="Attendance Leave Report"
      total={data?.count}
      padded
      actions={
        <>
          <ExportButton of="row" label="Export CSV" disabled={!data?.count} onExport={exported('csv')} />
          <ExportButton of="row" label="Export XLSX" disabled={!data?.count} onExport={exported('xlsx')} />
          {data ? <LockMonth month={data.month} lock={data.lock} onChanged={() => void refetch()} /> : null}
        </>
      }
    >
      <Filters asked={asked} />
      {data ? (
        data.count ? (
          <>
            <Legend asOf={data.as_of} onRefresh={() => void refetch()} />
            <MonthGrid month={data} dim={isPlaceholderData} onOpen={(userId, date) => setOpened({ userId, date })} />
            <Pages month={data} page={asked.page} onPage={(page) => asked.change({ page: String(page) })} />
          </>
        ) : (
          <EmptyState
            title="Nobody matches these filters"
            icon="users"
            next={
              <Button onClick={() => asked.change({ users: undefined, team: undefined, code: undefined })}>Clear filters</Button>
            }
          >
            Choose another month, other people or another team.
          </EmptyState>
        )
      ) : error ? (
        <ErrorState what="The report could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        pageLoader
      )}
      {opened ? <DayDrawer {...opened} onClose={() => setOpened(undefined)} /> : null}
    </PageFrame>
  );
}

type Asked = ReturnType<typeof useAsked>;

/** The filters are in the address, so that a link opens the same report. */
function useAsked() {
  const [query, setQuery] = useSearchParams();
  const given = query.get('month') ?? '';
  const month = isMonth(given) ? given : today().slice(0, 7);
  const code = query.get('code') ?? '';
  const team = query.get('team') ?? undefined;
  const change = (next: Readonly<Record<string, string | undefined>>): void => {
    const kept = { ...Object.fromEntries(query), page: undefined, ...next };
    setQuery(Object.fromEntries(Object.entries(kept).flatMap(([name, value]) => (value ? [[name, value]] : []))), {
      replace: true,
    });
  };
  return {
    values: {
      month,
      user_ids: query.get('users')?.split(',').filter(Boolean) ?? [],
      inactive: query.get('inactive') === '1',
      ...(team ? { team_id: team } : {}),
      ...(isOneOf<DayCode>(dayCodes, code) ? { code } : {}),
    },
    page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1),
    change,
  };
}

function Filters({ asked: { values, change } }: { asked: Asked }): ReactNode {
  return (
    <search className="ar-filters">
      <DatePicker
        picker="month"
        aria-label="Month"
        format="MMMM YYYY"
        allowClear={false}
        value={dayjs(`${values.month}-01`)}
        maxDate={dayjs(today())}
        onChange={(month) => month && change({ month: month.format('YYYY-MM') })}
      />
      <PeopleFilter
        value={{ user_ids: values.user_ids, team_id: values.team_id }}
        onChange={({ user_ids: ids, team_id: team }) => change({ users: ids.join(','), team })}
      />
      <Select<DayCode | null>
        className="ar-status"
        aria-label="Status"
        placeholder="All statuses"
        allowClear
        value={values.code ?? null}
        options={dayCodes.map((code) => ({ value: code, label: dayCodeWords[code] }))}
        onChange={(code) => change({ code: code ?? undefined })}
      />
      <Checkbox checked={values.inactive} onChange={({ target }) => change({ inactive: target.checked ? '1' : undefined })}>
        Include inactive users
      </Checkbox>
    </search>
  );
}

function Legend({ asOf, onRefresh }: { asOf: string; onRefresh: () => void }): ReactNode {
  return (
    <p className="ar-legend">
      {dayCodes.map((code) => (
        <span key={code}>
          {code === 'LT' || code === 'ED' ? <b>{code}</b> : <DayMark codes={[code]} />} {dayCodeWords[code]}
        </span>
      ))}
      <Definitions />
      <span className="ar-as-of">
        As of <Time at={asOf} />{' '}
        <button type="button" className="p-link" onClick={onRefresh}>
          Refresh
        </button>
      </span>
    </p>
  );
}

function Pages({ month, page, onPage }: { month: AttendanceMonth; page: number; onPage: (page: number) => void }): ReactNode {
  const hasNext = page * month.page_size < month.count;
  if (page === 1 && !hasNext) return null;
  return (
    <PageMoves previous={page > 1 ? () => onPage(page - 1) : undefined} next={hasNext ? () => onPage(page + 1) : undefined} />
  );
}
