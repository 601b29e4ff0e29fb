import { useState, type ReactNode } from 'react';
import { useSession } from '../../providers/session/session';
import type { Column } from '../../resources/list/data-table';
import type { Lead } from '../../schemas/leads/leads';
import { onDemand } from '../../ui/dialogs/on-demand';
import type { AskedAnswer } from './referral-answer';

const ReferralAnswer = onDemand('referral-answer', async () => ({ default: (await import('./referral-answer')).ReferralAnswer }));
const ReferralParts = onDemand('referral-answer', async () => ({ default: (await import('./referral-answer')).ReferralParts }));

interface ReferralAnswers {
  readonly answer: (lead: Lead) => ReactNode;
  /** The answer is next to the name, where it is seen without hovering and reached with the tab key. */
  readonly withAnswer: (columns: readonly Column<Lead>[]) => readonly Column<Lead>[];
  /** Perhaps only a referral shows the lead: it is read until it is accepted. */
  readonly onlyRead: (lead: Lead) => boolean;
  /** What the page shows with the list. */
  readonly content: ReactNode;
}
/** Accept and Reject in the list of referred leads; the other lists only follow what is referred. */
export function useReferralAnswers(leads: readonly Lead[], wanted: boolean): ReferralAnswers {
  const [asked, setAsked] = useState<AskedAnswer>();
  const answer = (lead: Lead): ReactNode => (wanted ? <ReferralAnswer lead={lead} leads={leads} onAsk={setAsked} /> : null);
  const me = useSession()?.persisted.id;
  return {
    answer,
    onlyRead: ({ user_id }) => wanted && user_id !== me,
    withAnswer: (columns) => {
      const [first, ...others] = columns;
      if (!wanted || !first) return columns;
      return [first, { name: 'answer', title: 'Your answer', width: 164, cell: answer }, ...others];
    },
    content: leads.length || wanted ? <ReferralParts asked={asked} onClose={() => setAsked(undefined)} /> : null,
  };
}
