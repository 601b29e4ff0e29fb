import { useEffect, useState, type ReactNode } from 'react';
import { useAnswer } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import { counted } from '../../schemas/kit/counted';
import { audienceCount, dialerCounts, ruleCounts, type LeadsMatched } from '../../schemas/calls/rule-engine';
import { areConditions, type ConditionBlock, type Joint } from '../../schemas/kit/conditions';

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
  const late: unknown = JSON.parse(useLate(JSON.stringify(blocks), 400));
  const isWhole = areConditions(late);
  const values = { rule: isWhole ? late.map(countedBlock) : [], globleCondtion: joint };
  const query = useAnswer(contract, values, countIn, { enabled: may && isWhole, staleTime: 30_000, retry: false });
  if (!may || !isWhole) return null;
  return (
    <span className="p-quiet" role="status">
      {query.data === undefined
        ? query.isError
          ? 'The leads could not be counted.'
          : 'Counting…'
        : `${counted(query.data, 'lead matches', 'leads match')} now`}
    </span>
  );
}

/** The labels of the values are for readers; the count does not need them. */
const countedBlock = ({ condition, rules }: ConditionBlock) => ({
  condition,
  rules: rules.map(({ columnName, operator, value }) => ({ columnName, operator, value })),
});
const countIn = ({ data }: { readonly data: LeadsMatched }): number => data.count;

function useLate(text: string, ms: number): string {
  const [late, setLate] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return late;
}

const calls = { rule: ruleCounts, audience: audienceCount, dialer: dialerCounts } as const;
