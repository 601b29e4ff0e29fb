import type { ReactNode } from 'react';
import { useReferralCount } from '../../providers/calls/lead-calls';
import { Chip } from '../../ui/marks/chips';
import { Icon } from '../../ui/marks/icon';
import type { ListType } from './lead-types';

interface LeadChipsProps {
  readonly type: ListType;
  /** The rows have loaded; the count is requested after them. */
  readonly counting: boolean;
  readonly onType: (type: ListType) => void;
}
/** The other lists of leads: favourites, and what colleagues referred to the user. */
export function LeadChips({ type, counting, onType }: LeadChipsProps): ReactNode {
  const waiting = useReferralCount(counting).data?.waiting;
  const isReferred = type === 'assigned-leads';
  return (
    <>
      <Chip on={type === 'fav'} onClick={() => onType(type === 'fav' ? 'all' : 'fav')}>
        <Icon name="star" size={14} /> Favourites
      </Chip>
      <Chip
        on={isReferred}
        onClick={() => onType(isReferred ? 'all' : 'assigned-leads')}
        {...(waiting ? { count: waiting } : {})}
      >
        <Icon name="users" size={14} /> Referred to me
      </Chip>
    </>
  );
}
