import { Button, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { call } from '../../providers/calls/call';
import { useAnswer } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import { PageMoves } from '../../resources/list/page-moves';
import { leadSuspectCheck, leadSuspectList, type SuspectCheck, type SuspectPair } from '../../schemas/calls/lead-suspects';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { PageFrame } from '../../ui/page/page-frame';
import { toasts } from '../../ui/toasts/toasts';
import { Time } from '../../ui/time/time';
import { SuspectRow } from './suspect-row';
import './suspects.css';

const pageSize = 25;
const states = [
  { value: 'open', label: 'To check' },
  { value: 'apart', label: 'Not the same person' },
] as const;
interface Shown extends SuspectCheck {
  readonly pairs: readonly SuspectPair[];
}
const shownIn = ({ data, count, checked_at, running }: SuspectCheck & { readonly data: readonly SuspectPair[] }): Shown => ({
  pairs: data,
  count,
  checked_at,
  running,
});

/** /leads/duplicates: pairs of leads that may be one person, to merge or to keep apart. */
export default function SuspectsPage(): ReactNode {
  const [query, setQuery] = useSearchParams();
  const state = query.get('state') === 'apart' ? 'apart' : 'open';
  const page = Math.max(1, Number(query.get('page')) || 1);
  const found = useAnswer(leadSuspectList, { state, page }, shownIn, {
    refetchInterval: (known) => (known?.running ? 2000 : false),
    staleTime: 0,
  });
  const mayCheck = useMayDo(leadSuspectCheck)('update');
  const [starting, setStarting] = useState(false);
  const shown = found.data;
  const check = async (): Promise<void> => {
    setStarting(true);
    try {
      await call(leadSuspectCheck, {});
      await found.refetch();
    } catch (error) {
      toasts.error(error);
    }
    setStarting(false);
  };
  const at = (to: number): Readonly<Record<string, string>> => ({ ...(state === 'apart' ? { state } : {}), page: String(to) });
  const go = (next: Readonly<Record<string, string>>): void => setQuery(next);
  return (
    <PageFrame
      title="Possible duplicates"
      {...(shown ? { total: shown.count, totalExact: shown.count < 1000 } : {})}
      crumb={<Link to="/leads?type=all">Leads</Link>}
      scope={<Checked shown={shown} />}
      padded
      actions={
        mayCheck ? (
          <Button type="primary" loading={starting || shown?.running === true} onClick={() => void check()}>
            {shown?.running ? 'Checking leads' : 'Check all leads'}
          </Button>
        ) : undefined
      }
      bar={
        <Segmented
          aria-label="Which pairs"
          className="ms-states"
          value={state}
          onChange={(next) => go(next === 'apart' ? { state: 'apart' } : {})}
          options={states.map((one) => ({ ...one }))}
        />
      }
    >
      {found.isError ? (
        <ErrorState what="The possible duplicates could not be loaded" error={found.error} onRetry={() => void found.refetch()} />
      ) : !shown ? (
        <div className="ms-bones" aria-busy="true" aria-label="Loading">
          <span className="p-bone" />
          <span className="p-bone" />
          <span className="p-bone" />
        </div>
      ) : shown.pairs.length ? (
        <>
          <ul className="ms-pairs">
            {shown.pairs.map((pair) => (
              <SuspectRow key={`${pair.one.id} ${pair.other.id}`} pair={pair} state={state} onDone={() => void found.refetch()} />
            ))}
          </ul>
          {shown.count > pageSize ? (
            <PageMoves
              previous={page > 1 ? () => go(at(page - 1)) : undefined}
              next={page * pageSize < shown.count ? () => go(at(page + 1)) : undefined}
            >
              <span className="p-quiet">
                Page {page} of {Math.ceil(shown.count / pageSize)}
              </span>
            </PageMoves>
          ) : null}
        </>
      ) : (
        <Nothing state={state} shown={shown} />
      )}
    </PageFrame>
  );
}

function Checked({ shown }: { shown: Shown | undefined }): ReactNode {
  if (!shown?.checked_at) return null;
  return (
    <>
      Last check <Time at={shown.checked_at} />
    </>
  );
}

function Nothing({ state, shown }: { state: 'open' | 'apart'; shown: Shown }): ReactNode {
  if (state === 'apart')
    return (
      <EmptyState title="No pairs kept apart" icon="users">
        Pairs that you mark as two people are listed here, and can be taken back.
      </EmptyState>
    );
  return (
    <EmptyState title={shown.checked_at ? 'No possible duplicates' : 'Leads have not been compared yet'} icon="users">
      {shown.checked_at
        ? 'No two of your leads share a number, an email, or a name with the same city or date of birth.'
        : 'Check all leads to find people who were entered twice. Nothing is merged by itself.'}
    </EmptyState>
  );
}
