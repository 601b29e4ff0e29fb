import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useCall } from '../../providers/calls/use-call';
import { collegeChoices, type CollegeChoice } from '../../schemas/calls/lead-colleges';
import type { Lead } from '../../schemas/leads/leads';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { toasts } from '../../ui/toasts/toasts';
import { Skeleton } from './skeleton';
import { ChoiceFacts } from './choice-facts';
import { useChoosing, type Relation } from './college-calls';
import './lead-colleges.css';

/** The colleges that the lead does not want, each with its reason; any can come back. */
export default function NotInterested({ lead }: { lead: Lead }): ReactNode {
  const query = useCall(collegeChoices, { id: String(lead.id), relation: 'not_interested' }, { retry: false });
  const { mayChoose, change } = useChoosing(String(lead.id));
  const back = (choice: CollegeChoice, relation: Relation, said: string): void => {
    change(choice.id, relation, {}).then(
      () => toasts.success(`${choice.clg_name} ${said}`),
      (error: unknown) => toasts.error(error),
    );
  };
  if (query.isPending) return <Skeleton />;
  if (query.isError)
    return <ErrorState what="The list could not be loaded" error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data.length)
    return (
      <EmptyState title="Nothing was turned down" icon="check">
        What the lead does not want is listed here, with the reason.
      </EmptyState>
    );
  return (
    <section aria-label="Not interested" className="lc">
      <ul className="lc-list">
        {query.data.map((choice) => (
          <li key={choice.id} className="lc-row lc-plain" aria-label={choice.clg_name}>
            <ChoiceFacts choice={choice} />
            {mayChoose ? (
              <div className="lc-do">
                <Button size="small" onClick={() => back(choice, 'recommended', 'is recommended again')}>
                  Restore
                </Button>
                <Button size="small" onClick={() => back(choice, 'shortlisted', 'shortlisted')}>
                  Shortlist
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
