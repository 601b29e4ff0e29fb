import type { ReactNode } from 'react';
import { useTimeFacts } from '../../providers/calls/follow-up-calls';
import { manyAtOnce, type FollowUpTime } from '../../schemas/calls/follow-up-work';
import { counted } from '../../schemas/kit/counted';
import { MomentField } from '../time/moment-field';
import { outsideText } from './outside-text';
import './follow-up.css';

type MomentProps = Parameters<typeof MomentField>[0];

/** The time of a follow-up, and under it what speaks against it: outside the shift, or many in the same half hour. */
export function FollowUpTimeField({ userId, ...field }: MomentProps & { readonly userId?: string | undefined }): ReactNode {
  const facts = useTimeFacts(field.value, userId).data;
  return (
    <>
      <MomentField {...field} />
      <p className="p-time-advice" role="status">
        {field.value && facts ? advice(facts, userId !== undefined) : ''}
      </p>
    </>
  );
}

function advice({ outside, planned }: FollowUpTime, isOthers: boolean): string {
  const outsideOf = outside ? `${outsideText(outside, isOthers)}. ` : '';
  const many = planned >= manyAtOnce ? `${counted(planned, 'follow-up')} are already planned in this half hour.` : '';
  return (outsideOf + many).trim();
}
