import { useAbility } from '@casl/react';
import { useSubscription } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Link } from 'react-router-dom';
import type { Ability } from '../../providers/ability';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { isOf, useResourceNow } from '../../providers/screens/use-resource';
import { useSession } from '../../providers/session/session';
import OfferDialog from '../../resources/detail/offer-dialog';
import type { OfferedCall } from '../../resources/detail/offered-call';
import { offeredCalls } from '../../resources/detail/record-calls';
import { columnOf } from '../../resources/list/list-columns';
import { ListPage } from '../../resources/list/list-page';
import { useList } from '../../resources/list/use-list';
import { leadPath } from '../../schemas/kit/lead-page';
import type { ListFilter } from '../../schemas/kit/list-query';
import type { LeadReferral, leadReferrals } from '../../schemas/leads/lead-referrals';
import { labelOf } from '../../ui/leads/lead-text';
import { EmptyState } from '../../ui/page/states';

/** /leads/referred-by-me: whom the user asked to take which lead, the answer and its reason. */
export default function OwnReferralsPage(): ReactNode {
  const { resource } = useResourceNow('lead-referrals', useLocation().key);
  const me = useSession()?.persisted.id;
  return me !== undefined && isOf<typeof leadReferrals>(resource, 'lead-referrals') ? (
    <OwnReferrals resource={resource} me={me} />
  ) : null;
}

const shown = ['lead_id', 'to_user_id', 'state', 'answer_reason', 'note', 'created_at'] as const;
const offered = ['state', 'to_user_id'] as const;

function OwnReferrals({ resource: whole, me }: { resource: typeof leadReferrals; me: string }): ReactNode {
  const client = useQueryClient();
  const ability = useAbility<Ability>();
  const resource = useMemo(() => ({ ...whole, filter: offered }), [whole]);
  const fixed = useMemo((): readonly ListFilter[] => [{ field: 'created_by', operator: 'eq', values: [me] }], [me]);
  const list = useList({ resource, fixed, columns: shown });
  const [asked, setAsked] = useState<{ readonly row: LeadReferral; readonly call: OfferedCall }>();
  const refresh = (): void => refreshLeadWork(client);
  useSubscription({ channel: 'resources/lead-referrals', onLiveEvent: refresh });
  const columns = list.columns.names.map((name, index) =>
    columnOf<LeadReferral>(resource, name, index === 0, (row, cell) =>
      name === 'lead_id' ? <Link to={leadPath(row.lead_id)}>{cell}</Link> : cell,
    ),
  );
  return (
    <>
      <ListPage<LeadReferral>
        list={list}
        title="Referred by me"
        columns={columns}
        crumb={<Link to="/leads?type=all">Leads</Link>}
        searches=""
        selects={false}
        empty={(narrowed) => (
          <EmptyState title={narrowed ? 'No referrals match these filters' : "You haven't referred any leads yet"} icon="users">
            {narrowed
              ? 'Remove a filter to see the others.'
              : 'Leads that you refer to a colleague appear here with their answer.'}
          </EmptyState>
        )}
        rowActions={(row) =>
          offeredCalls(resource, row, ability, me).map((call) => (
            <Button
              key={call.offer.label}
              size="small"
              aria-label={`${call.offer.label} ${labelOf(row, 'lead_id')}`}
              onClick={() => setAsked({ row, call })}
            >
              {call.offer.label}
            </Button>
          ))
        }
      />
      {asked ? (
        <OfferDialog
          resource={whole}
          row={asked.row}
          {...asked.call}
          onClose={() => {
            setAsked(undefined);
            refresh();
          }}
        />
      ) : null}
    </>
  );
}
