import { useMemo, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useStageColor } from '../../providers/calls/lead-calls';
import { useMayDo } from '../../providers/rights';
import { isOf, useResourceNow } from '../../providers/screens/use-resource';
import { ListPage } from '../../resources/list/list-page';
import { useFollowUpWork } from '../../resources/follow-up-work/use-follow-up-work';
import { useList } from '../../resources/list/use-list';
import { leadPath } from '../../schemas/kit/lead-page';
import type { ListFilter } from '../../schemas/kit/list-query';
import type { FollowUp, followUps } from '../../schemas/leads/follow-ups';
import { EmptyState } from '../../ui/page/states';
import { columnNames, useFollowUpColumns } from './follow-up-list-columns';

/** What the report keeps in the address. */
const ofReport = ['tab', 'from', 'to', 'filters', 'compare', 'inactive', 'heat', 'rows', 'across'];
const soonest = [{ field: 'call_date_time', down: false }];

interface FollowUpListProps {
  readonly title: string;
  /** Which follow-ups: a cell of the report. Without it those of the cell in the address. */
  readonly cell?: string;
  /** Days, filters and tabs of the report. */
  readonly bar?: ReactNode;
  readonly crumb?: ReactNode;
}

/** The follow-ups behind the report, one by one: given to others, moved and marked done for many at once. */
export default function FollowUpList(props: FollowUpListProps): ReactNode {
  const { resource } = useResourceNow('follow-ups', props.title);
  return isOf<typeof followUps>(resource, 'follow-ups') ? <Rows {...props} resource={resource} /> : null;
}

function Rows({ title, cell, bar, crumb, resource }: FollowUpListProps & { resource: typeof followUps }): ReactNode {
  const navigate = useNavigate();
  const may = useMayDo(resource);
  const fixed = useMemo((): ListFilter[] => (cell ? [{ field: 'cell', operator: 'eq', values: [cell] }] : []), [cell]);
  const list = useList({ resource, fixed, keep: ofReport, columns: columnNames, size: 25, sort: soonest });
  const work = useFollowUpWork(list);
  return (
    <>
      <ListPage<FollowUp>
        list={list}
        title={title}
        columns={useFollowUpColumns(resource, list.columns.names, useStageColor())}
        onOpen={(row) => void navigate(leadPath(row.lead_id))}
        bar={bar}
        crumb={crumb}
        selects={may('update') && may('export')}
        bulk={work.buttons}
        empty={
          <EmptyState title={cell ? 'No follow-ups are due in these days' : 'No follow-ups'} icon="calendar">
            {cell ? 'Choose other days, or remove a filter.' : 'They may have changed since the report was counted.'}
          </EmptyState>
        }
      />
      {work.dialog}
    </>
  );
}
