import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useStageColor } from '../../providers/calls/lead-calls';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import { useSession } from '../../providers/session/session';
import { DataTable } from '../../resources/list/data-table';
import type { FollowUpRow, FollowUpType } from '../../schemas/calls/call-actions';
import { FollowUpDialog } from '../../ui/leads/follow-up-dialog';
import { Icon } from '../../ui/marks/icon';
import { countText } from '../../ui/marks/numbers';
import { PageFrame } from '../../ui/page/page-frame';
import { Reach } from '../../ui/leads/reach';
import { StageTag } from '../../ui/leads/stage-tag';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { DueTime } from '../../ui/time/time';
import { useKeys } from '../../ui/actions/use-keys';
import { useNarrow } from '../../ui/page/use-narrow';
import { FollowUpActions } from './follow-up-actions';
import { followUpColumns } from './follow-up-columns';
import './follow-ups.css';
import { pageSize, useFollowUps } from './use-follow-ups';
import { leadPath } from '../../schemas/kit/lead-page';

const tabs: { type: FollowUpType; text: string; empty: string }[] = [
  { type: 'overdue', text: 'Overdue', empty: 'Nothing is overdue' },
  { type: 'today', text: 'Today', empty: 'Nothing more is due today' },
  { type: 'tomorrow', text: 'Tomorrow', empty: 'Nothing is planned for tomorrow' },
  { type: 'week', text: 'This week', empty: 'Nothing more is planned for this week' },
  { type: 'later', text: 'Later', empty: 'Nothing is planned after this week' },
  { type: 'done', text: 'Done', empty: 'Nothing is done yet' },
];
const knownTab = (text: string | null): FollowUpType => tabs.find((tab) => tab.type === text)?.type ?? 'today';

/** /myfollowup?stage=today: the user's own follow-ups by day. */
export default function FollowUpsPage(): ReactNode {
  const [query, setQuery] = useSearchParams();
  const type = knownTab(query.get('stage'));
  const page = Math.max(1, Number(query.get('page')) || 1);
  const { query: answer, finish } = useFollowUps(type, page);
  const narrow = useNarrow();
  const navigate = useNavigate();
  const colorOf = useStageColor();
  const entityName = useSession()?.persisted.tenant.entity_name ?? 'College';
  const [cursor, setCursor] = useState(-1);
  const [moving, setMoving] = useState<FollowUpRow>();
  const rows = answer.data?.rows ?? [];
  const counts = answer.data?.counts;
  const total = answer.data?.count ?? 0;
  const last = Math.max(1, Math.ceil(Math.min(total, 10_000) / pageSize));
  const columns = useMemo(() => followUpColumns(entityName, colorOf), [entityName, colorOf]);
  const at = rows[cursor];
  const go = (to: { stage?: FollowUpType; page?: number }): void =>
    setQuery({ stage: to.stage ?? type, ...((to.page ?? 1) > 1 ? { page: String(to.page) } : {}) });
  const done = (row: FollowUpRow): void => void finish(row);
  const move = (by: number) => () => setCursor((now) => Math.max(0, Math.min(now + by, rows.length - 1)));
  useKeys({
    j: move(1),
    k: move(-1),
    ArrowDown: move(1),
    ArrowUp: move(-1),
    Enter: at ? () => void navigate(leadPath(at.lead_id)) : undefined,
    s: at ? () => openLeadStage({ leadId: at.lead_id }) : undefined,
    d: at?.state === 'pending' ? () => done(at) : undefined,
    r: at?.state === 'pending' ? () => setMoving(at) : undefined,
  });

  return (
    <PageFrame
      title="FollowUps"
      fill
      bar={
        <nav className="fu-tabs" aria-label="When">
          {tabs.map((tab) => (
            <button
              key={tab.type}
              type="button"
              className={tab.type === type ? 'fu-tab fu-on' : 'fu-tab'}
              aria-current={tab.type === type ? 'true' : undefined}
              onClick={() => go({ stage: tab.type })}
            >
              {tab.text}
              <span className={tab.type === 'overdue' && counts?.overdue ? 'p-num fu-alarm' : 'p-num p-quiet'}>
                {counts ? countText(counts[tab.type], counts[tab.type] <= 10_000) : ' '}
              </span>
            </button>
          ))}
        </nav>
      }
    >
      <div className="p-list">
        {answer.isError && !answer.isFetching ? (
          <ErrorState what="FollowUps could not be loaded" error={answer.error} onRetry={() => void answer.refetch()} />
        ) : answer.data && rows.length === 0 ? (
          <EmptyState
            title={tabs.find((tab) => tab.type === type)!.empty}
            icon="calendar"
            next={
              type !== 'overdue' && counts?.overdue ? (
                <Button onClick={() => go({ stage: 'overdue' })}>{counts.overdue} overdue</Button>
              ) : (
                <Link to="/leads?type=all">
                  <Button tabIndex={-1}>All leads</Button>
                </Link>
              )
            }
          >
            Follow-ups come from Add Lead Stage, or from Add follow-up on a lead.
          </EmptyState>
        ) : narrow ? (
          <Cards rows={rows} loading={answer.isPending} onDone={done} onMove={setMoving} colorOf={colorOf} />
        ) : (
          <DataTable
            label="FollowUps"
            columns={columns}
            rows={rows}
            keyOf={(row) => row.id}
            sort={[]}
            onSort={() => undefined}
            onOpen={(row) => void navigate(leadPath(row.lead_id))}
            actions={(row) => <FollowUpActions row={row} onDone={done} onMove={setMoving} />}
            cursor={cursor}
            loading={answer.isPending}
            refreshing={answer.isPlaceholderData}
            expected={12}
          />
        )}
        {last > 1 ? (
          <div className="p-pager">
            <span className="p-pager-place">
              Page {page} of {last}
            </span>
            <nav className="p-pager-moves" aria-label="Pages">
              <button
                type="button"
                className="p-icon-button"
                aria-label="Previous page"
                disabled={page <= 1}
                onClick={() => go({ page: page - 1 })}
              >
                <Icon name="left" />
              </button>
              <button
                type="button"
                className="p-icon-button"
                aria-label="Next page"
                disabled={page >= last}
                onClick={() => go({ page: page + 1 })}
              >
                <Icon name="right" />
              </button>
            </nav>
          </div>
        ) : null}
      </div>
      {moving ? (
        <FollowUpDialog
          leadId={moving.lead_id}
          leadName={moving.lead_name}
          followUpId={moving.id}
          onClose={() => setMoving(undefined)}
        />
      ) : null}
    </PageFrame>
  );
}

function Cards(props: {
  rows: readonly FollowUpRow[];
  loading: boolean;
  onDone: (row: FollowUpRow) => void;
  onMove: (row: FollowUpRow) => void;
  colorOf: (stage: string | null | undefined) => string | null;
}): ReactNode {
  return (
    <ul className="p-cards" aria-busy={props.loading || undefined}>
      {props.loading
        ? [60, 48, 66, 52].map((width) => (
            <li key={width} className="p-card">
              <div className="p-card-main">
                <span className="p-bone" style={{ width: `${width}%` }} />
                <span className="p-bone" style={{ width: '70%', marginTop: 12 }} />
              </div>
            </li>
          ))
        : null}
      {props.rows.map((row) => (
        <li key={row.id} className="p-card fu-card">
          <div className="fu-card-head">
            <div className="p-card-main">
              <Link className="p-card-name" to={leadPath(row.lead_id)}>
                {row.lead_name}
              </Link>
              <span className="p-card-line">
                <DueTime at={row.call_date_time} done={row.state === 'done'} />
                <StageTag name={row.btn_message} color={props.colorOf(row.btn_message)} />
              </span>
              {row.note ? <span className="fu-note">{row.note}</span> : null}
            </div>
            <Reach look="round" name={row.lead_name} phone={row.lead_phone} />
          </div>
          {row.state === 'pending' ? (
            <div className="fu-card-do">
              <Button icon={<Icon name="check" size={14} />} onClick={() => props.onDone(row)}>
                Mark done
              </Button>
              <Button onClick={() => props.onMove(row)}>Reschedule</Button>
              <Button onClick={() => openLeadStage({ leadId: row.lead_id })}>Add Lead Stage</Button>
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
