import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { call } from '../../providers/calls/call';
import { useAnswer } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import { PageMoves } from '../../resources/list/page-moves';
import { leadSuspectCheck, leadSuspectList, type SuspectCheck, type SuspectPair } from '../../schemas/calls/lead-suspects';
import { suspectReasonNames } from '../../schemas/kit/lead-suspects';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { PageFrame } from '../../ui/page/page-frame';
import { toasts } from '../../ui/toasts/toasts';
import { Time } from '../../ui/time/time';
import { SuspectBar, type SuspectsShown } from './suspect-bar';
import { SuspectRow } from './suspect-row';
import './suspects.css';

interface Shown extends SuspectCheck {
  readonly pairs: readonly SuspectPair[];
}
const shownIn = ({ data, ...check }: SuspectCheck & { readonly data: readonly SuspectPair[] }): Shown => ({
  ...check,
  pairs: data,
});
const keyOf = ({ one, other }: SuspectPair): string => `${one.id} ${other.id}`;

/** /leads/duplicates: pairs of leads that may be one person, to merge or to keep apart. */
export default function SuspectsPage(): ReactNode {
  const [query, setQuery] = useSearchParams();
  const [chosen, setChosen] = useState<ReadonlyMap<string, SuspectPair>>(new Map());
  const state = query.get('state') === 'apart' ? 'apart' : 'open';
  const reason = suspectReasonNames.find((name) => name === query.get('reason'));
  const [after, before] = [query.get('after'), query.get('before')];
  const found = useAnswer(
    leadSuspectList,
    { state, ...(reason ? { reason } : {}), ...(before ? { before } : after ? { after } : {}) },
    shownIn,
    { refetchInterval: (known) => (known?.running ? 2000 : false), staleTime: 0 },
  );
  const shown = found.data;
  const go = (to: SuspectsShown, place: Readonly<Record<string, string>> = {}): void => {
    setQuery({ ...(to.state === 'apart' ? { state: 'apart' } : {}), ...(to.reason ? { reason: to.reason } : {}), ...place });
    setChosen(new Map());
  };
  const turn = (name: 'after' | 'before', place: string | null | undefined): (() => void) | undefined =>
    place ? () => go({ state, reason }, { [name]: place }) : undefined;
  const choose = (pair: SuspectPair, isChosen: boolean): void => {
    const next = new Map(chosen);
    if (isChosen) next.set(keyOf(pair), pair);
    else next.delete(keyOf(pair));
    setChosen(next);
  };
  const done = (): void => {
    setChosen(new Map());
    void found.refetch();
  };
  return (
    <PageFrame
      title="Possible duplicates"
      {...(shown ? { total: shown.count, totalExact: shown.count < 1000 } : {})}
      crumb={<Link to="/leads?type=all">Leads</Link>}
      scope={<Checked shown={shown} />}
      padded
      actions={<CheckAll running={shown?.running === true} onStarted={() => found.refetch()} />}
      bar={<SuspectBar shown={{ state, reason }} selected={[...chosen.values()]} onShow={(to) => go(to)} onDone={done} />}
    >
      {found.isError ? (
        <ErrorState what="The possible duplicates could not be loaded" error={found.error} onRetry={() => void found.refetch()} />
      ) : !shown ? (
        <Bones />
      ) : shown.pairs.length ? (
        <ul className="ms-pairs">
          {shown.pairs.map((pair) => (
            <SuspectRow
              key={keyOf(pair)}
              pair={pair}
              state={state}
              chosen={chosen.has(keyOf(pair))}
              onChoose={(isChosen) => choose(pair, isChosen)}
              onDone={done}
            />
          ))}
        </ul>
      ) : (
        <Nothing state={state} shown={shown} isPart={reason !== undefined || after !== null || before !== null} />
      )}
      {shown && (after || before || shown.next) ? (
        <PageMoves
          ends={{ first: after || before ? () => go({ state, reason }) : undefined, last: undefined }}
          previous={turn('before', shown.previous)}
          next={turn('after', shown.next)}
        />
      ) : null}
    </PageFrame>
  );
}

/** Starts the comparison of all leads, for those who may. */
function CheckAll({ running, onStarted }: { running: boolean; onStarted: () => Promise<unknown> }): ReactNode {
  const mayCheck = useMayDo(leadSuspectCheck)('update');
  const [starting, setStarting] = useState(false);
  const check = async (): Promise<void> => {
    setStarting(true);
    try {
      await call(leadSuspectCheck, {});
      await onStarted();
    } catch (error) {
      toasts.error(error);
    }
    setStarting(false);
  };
  if (!mayCheck) return null;
  return (
    <Button type="primary" loading={starting || running} onClick={() => void check()}>
      {running ? 'Checking leads' : 'Check all leads'}
    </Button>
  );
}

const Bones = (): ReactNode => (
  <div className="ms-bones" aria-busy="true" aria-label="Loading">
    <span className="p-bone" />
    <span className="p-bone" />
    <span className="p-bone" />
  </div>
);

function Checked({ shown }: { shown: Shown | undefined }): ReactNode {
  if (!shown?.checked_at) return null;
  return (
    <>
      Last check <Time at={shown.checked_at} />
    </>
  );
}

function Nothing({ state, shown, isPart }: { state: 'open' | 'apart'; shown: Shown; isPart: boolean }): ReactNode {
  if (isPart && shown.checked_at) return <EmptyState title="No further pairs" icon="users" />;
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
