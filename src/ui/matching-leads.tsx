import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { callWire } from '../providers/call';
import { useWho } from '../providers/who';
import { audienceCount, dialerCounts, ruleCounts } from '../schemas/calls/rule-engine';
import { mayDo } from '../schemas/kit/access';
import { conditionErrors, type Joint } from '../schemas/kit/conditions';

/** How many leads the conditions mean, counted a moment after the last change; nothing while they are not complete. */
export function MatchingLeads({
  blocks,
  joint,
  counts,
}: {
  blocks: unknown;
  joint: Joint;
  counts: keyof typeof calls;
}): ReactNode {
  const call = calls[counts];
  const may = mayDo(useWho(), call.access, 'read');
  const asked = useLate(JSON.stringify({ rule: blocks, globleCondtion: joint }), 400);
  const isWhole = conditionErrors((JSON.parse(asked) as { rule: unknown }).rule).length === 0;
  const query = useQuery({
    queryKey: ['matching-leads', counts, asked],
    queryFn: async ({ signal }) =>
      (await callWire<{ count: number }>(call, JSON.parse(asked) as Record<string, unknown>, { signal })).data.count,
    enabled: may && isWhole,
    staleTime: 30_000,
    retry: false,
  });
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

function useLate(text: string, ms: number): string {
  const [late, setLate] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return late;
}

const calls = { rule: ruleCounts, audience: audienceCount, dialer: dialerCounts } as const;
