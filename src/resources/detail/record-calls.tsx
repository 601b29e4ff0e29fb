import type { OfferedCall } from './offered-call';
import type { ActedRow } from '../use-record-actions';
import { useAbility } from '@casl/react';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../providers/session/session';
import type { Ability } from '../../providers/ability';
import { mayChange } from '../../schemas/kit/may-change';
import { actionSubject, type ResourceAction } from '../../schemas/kit/record-calls';
import { isOffered } from '../../schemas/kit/record-offers';
import type { AnyResource } from '../../schemas/kit/resource';
import type { MenuChoice } from '../../ui/actions/menu-button';
import { onDemand } from '../../ui/dialogs/on-demand';

const OfferDialog = onDemand('offer-dialog', () => import('./offer-dialog'));

/** The schema's actions for one record, as far as this user can do them: buttons, menu items, and the open dialog. */
export function useRecordCalls(
  resource: AnyResource,
  row: ActedRow,
  onDone?: () => void,
): { readonly buttons: ReactNode; readonly choices: readonly MenuChoice[]; readonly dialog: ReactNode } {
  const ability = useAbility<Ability>();
  const me = useSession()?.persisted.id;
  const [asked, setAsked] = useState<OfferedCall>();
  const calls = offeredCalls(resource, row, ability, me);
  return {
    buttons: calls
      .filter(({ offer }) => offer.look)
      .map((call) => (
        <Button
          key={call.offer.label}
          type={call.offer.look === 'primary' ? 'primary' : 'default'}
          danger={call.offer.look === 'danger'}
          onClick={() => setAsked(call)}
        >
          {call.offer.label}
        </Button>
      )),
    choices: calls.filter(({ offer }) => !offer.look).map((call) => ({ label: call.offer.label, choose: () => setAsked(call) })),
    dialog: asked ? (
      <OfferDialog resource={resource} row={row} {...asked} onDone={onDone} onClose={() => setAsked(undefined)} />
    ) : null,
  };
}

const leavesRow = ({ as }: Pick<ResourceAction, 'as'>): boolean => as !== 'update' && as !== 'delete';

/** The actions that the record's state, the user's rights and the user named in the record allow. */
export function offeredCalls(
  resource: AnyResource,
  row: ActedRow,
  rights: Pick<Ability, 'can'>,
  me: string | undefined,
): OfferedCall[] {
  return Object.entries(resource.actions ?? {}).flatMap(([name, action]) =>
    rights.can(action.as, actionSubject(resource.name, name, action)) && (leavesRow(action) || mayChange(row))
      ? (action.offers ?? [])
          .filter((offer) => isOffered([offer], row) && (!offer.to || (me !== undefined && row[offer.to] === me)))
          .map((offer) => ({ action, offer }))
      : [],
  );
}
