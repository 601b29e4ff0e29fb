import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { BoardCall, LiveBoard } from '../../schemas/calls/live-board';
import { PageFrame } from '../../ui/page/page-frame';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { serverOffset } from '../../ui/time/server-clock';
import { clockText, useSecondsSince } from '../../ui/time/use-seconds';
import { BoardCalls } from './board-calls';
import { useBoard, useBoardActions } from './use-board';
import './live-board.css';

/** /leads/live-call: calls in progress, waiting callers and people on a break, as they change. */
export default function LiveBoardPage(): ReactNode {
  const board = useBoard();
  const actions = useBoardActions();
  const [query, setQuery] = useSearchParams();
  const [team, direction] = [query.get('team') ?? undefined, query.get('direction') ?? undefined];
  const set = (name: string, value: string | undefined): void =>
    setQuery(
      (now) => {
        const to = new URLSearchParams(now);
        if (value) to.set(name, value);
        else to.delete(name);
        return to;
      },
      { replace: true },
    );
  const { data } = board;
  const shown = data && narrowed(data, team, direction);
  return (
    <PageFrame title="Live Calls" {...(shown ? { total: shown.calls.length } : {})} padded>
      {board.isError && !data ? (
        <ErrorState what="The live calls could not be loaded" error={board.error} onRetry={() => void board.refetch()} />
      ) : (
        <>
          <Tiles board={shown} />
          <div className="lv-filters">
            <Select
              aria-label="Team"
              placeholder="All teams"
              allowClear
              value={team}
              options={data?.teams.map(({ id, name }) => ({ value: id, label: name })) ?? []}
              onChange={(value) => set('team', value)}
            />
            <Select
              aria-label="Direction"
              placeholder="Both directions"
              allowClear
              value={direction}
              options={[
                { value: 'outbound', label: 'Outbound' },
                { value: 'inbound', label: 'Inbound' },
              ]}
              onChange={(value) => set('direction', value)}
            />
          </div>
          {shown && !shown.calls.length ? (
            <EmptyState title="No calls in progress" icon="phone">
              {team || direction
                ? 'Nobody in this selection is on a call right now.'
                : 'Calls appear here as soon as someone dials or a call comes in.'}
            </EmptyState>
          ) : (
            <BoardCalls calls={shown?.calls} can={data?.can ?? []} actions={actions} />
          )}
          {shown?.breaks.length ? <Breaks breaks={shown.breaks} /> : null}
        </>
      )}
    </PageFrame>
  );
}

function narrowed(board: LiveBoard, team: string | undefined, direction: string | undefined): LiveBoard {
  const ofTeam = ({ team_ids: ids }: { readonly team_ids: readonly string[] }): boolean => !team || ids.includes(team);
  return {
    ...board,
    calls: board.calls.filter((one) => ofTeam(one) && (!direction || one.direction === direction)),
    breaks: board.breaks.filter(ofTeam),
  };
}

const isWaiting = ({ state, direction }: BoardCall): boolean => state === 'ringing' && direction === 'inbound';

function Tiles({ board }: { board: LiveBoard | undefined }): ReactNode {
  const waiting = board?.calls.filter(isWaiting) ?? [];
  const oldest = waiting[0]?.started_at;
  const longest = useSecondsSince(oldest, serverOffset());
  const count = (is: (call: BoardCall) => boolean): string | undefined => board && String(board.calls.filter(is).length);
  const tiles: readonly (readonly [string, string | undefined, string?])[] = [
    ['Talking', count(({ state }) => state === 'talking' || state === 'on_hold')],
    ['Ringing', count((call) => call.state === 'ringing' && !isWaiting(call))],
    ['Wrap-up', count(({ state }) => state === 'wrap_up')],
    ['Waiting callers', board && String(waiting.length), oldest ? `longest ${clockText(longest)}` : ''],
    ['On break', board && String(board.breaks.length)],
  ];
  return (
    <dl className="lv-tiles" aria-label="Now">
      {tiles.map(([name, value, note]) => (
        <div key={name} className={name === 'Waiting callers' && waiting.length ? 'lv-alarm' : undefined}>
          <dt>{name}</dt>
          <dd>
            {value ?? <span className="p-bone" style={{ width: 32 }} />}
            {note ? <span className="lv-note">{note}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Breaks({ breaks }: { breaks: LiveBoard['breaks'] }): ReactNode {
  return (
    <section className="lv-breaks" aria-label="On break">
      <h2>On break</h2>
      <ul>
        {breaks.map(({ user_id: id, user_name: name, reason, since }) => (
          <li key={id}>
            <strong>{name}</strong>
            <span className="p-quiet">{reason ?? 'Offline'}</span>
            <Since at={since} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Since({ at }: { at: string | null }): ReactNode {
  const seconds = useSecondsSince(at, serverOffset());
  return <span className="p-num">{at ? clockText(seconds) : ''}</span>;
}
