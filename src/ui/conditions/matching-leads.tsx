import { useEffect, useState, type ReactNode } from 'react';
import { useAnswer } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import { audienceCount, dialerCounts, ruleCounts } from '../../schemas/calls/rule-engine';
import { conditionErrors, type Joint } from '../../schemas/kit/conditions';
import { recordIn } from '../../schemas/kit/is-record';

/** The number of leads that match the conditions, counted shortly after the last change; nothing while they are incomplete. */
export function MatchingLeads({
  blocks,
  joint,
  counts,
}: {
  blocks: unknown;
  joint: Joint;
  counts: keyof typeof calls;
}): ReactNode {
  const contract = calls[counts];
  const may = useMayDo(contract)('read');
  const asked = useLate(JSON.stringify({ rule: blocks, globleCondtion: joint }), 400);
  const values = recordIn(JSON.parse(asked));
  const isWhole = conditionErrors(values['rule']).length === 0;
  const query = useAnswer(contract, values, countIn, { enabled: may && isWhole, staleTime: 30_000, retry: false });
  if (!may || !isWhole) return null;
  return (
    <span className="p-quiet" role="status">
      {query.data === undefined
        ? query.isError
          ? 'The leads could not be counted.'
          : 'Counting…'
        : `${query.data.toLocaleString('en-IN')} ${query.data === 1 ? 'lead matches' : 'leads match'} now`}
    </span>
  );
}

const countIn = ({ data }: { readonly data: unknown }): number => Number(recordIn(data)['count']);

function useLate(text: string, ms: number): string {
  const [late, setLate] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return late;
}

const calls = { rule: ruleCounts, audience: audienceCount, dialer: dialerCounts } as const;
