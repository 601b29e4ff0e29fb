import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useShownList } from '../../providers/screens/list-on-page';
import { useMayDo } from '../../providers/rights';
import { ListPage } from '../../resources/list/list-page';
import { historyTypeLabels, historyTypes } from '../../schemas/kit/call-types';
import { leadPath } from '../../schemas/kit/lead-page';
import type { HistoryCall } from '../../schemas/leads/calls-history';
import { Reach } from '../../ui/leads/reach';
import { labelOf } from '../../ui/leads/lead-text';
import { onDemand } from '../../ui/dialogs/on-demand';
import { CountTabs } from '../../ui/page/count-tabs';
import { EmptyState } from '../../ui/page/states';
import { HistoryCard } from './history-card';
import { useHistoryColumns } from './history-columns';
import type { History } from './use-history';
import './call-history.css';

const AddCaller = onDemand('add-caller', () => import('./add-caller'));

/** The list that both histories show; the advanced one has its summary in `bar`. */
export function HistoryList({
  title,
  history: { list, type, counts, choose },
  summary,
}: {
  title: string;
  history: History;
  summary?: ReactNode;
}): ReactNode {
  const navigate = useNavigate();
  const [unknown, setUnknown] = useState<HistoryCall>();
  const isAdmin = useMayDo('recording-downloads')('list');
  const ofLeads = list.rows.flatMap(({ id, lead_id }) => (lead_id ? [{ id, lead_id }] : []));
  useShownList(title, { ...list, rows: ofLeads });
  return (
    <>
      <ListPage<HistoryCall>
        list={list}
        title={title}
        columns={useHistoryColumns(list.resource, list.columns.names, setUnknown)}
        searches="name or number"
        onOpen={(row) => (row.lead_id ? void navigate(leadPath(row.lead_id)) : setUnknown(row))}
        bar={
          <>
            {summary}
            <CountTabs
              label="Type of call"
              now={type}
              tabs={historyTypes
                .filter((name) => !counts || name in counts)
                .map((name) => ({
                  name,
                  text: historyTypeLabels[name],
                  count: counts?.[name],
                  alarm: name === 'missed',
                }))}
              onChoose={choose}
            />
          </>
        }
        more={isAdmin ? [{ label: 'Recording downloads', choose: () => void navigate('/lead-calls-history/downloads') }] : []}
        selects={false}
        empty={(narrowed) => <NoCalls narrowed={narrowed} onAll={() => list.change({ filters: [], search: '' })} />}
        rowActions={(row) =>
          row.lead_id ? <Reach leadId={row.lead_id} name={labelOf(row, 'lead_id')} phone={row.phone} /> : null
        }
        card={(row) => <HistoryCard row={row} onUnknown={setUnknown} />}
      />
      {unknown ? <AddCaller call={unknown} onClose={() => setUnknown(undefined)} /> : null}
    </>
  );
}

function NoCalls({ narrowed, onAll }: { narrowed: boolean; onAll: () => void }): ReactNode {
  if (!narrowed)
    return (
      <EmptyState title="No calls yet" icon="phone">
        Calls appear here as soon as they are made or come in, with their recordings.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No calls match these filters"
      icon="phone"
      next={
        <button type="button" className="p-chip" onClick={onAll}>
          Show all calls
        </button>
      }
    >
      Choose another range of days, or remove a filter.
    </EmptyState>
  );
}
