import type { ReactNode } from 'react';
import { words } from '../../kinds/kind';
import type { CollegeChoice } from '../../schemas/calls/lead-colleges';
import { Tag } from '../../ui/marks/tag';
import { fullTime, plainDate, shortTime } from '../../ui/time/dates';
import { reasons } from './college-calls';
import { SharedTag } from './share-and-apply';
import { feeText } from './match-facts';

/** A chosen college: what it offers, the note, and who chose it when. */
export function ChoiceFacts({ choice }: { choice: CollegeChoice }): ReactNode {
  const { clg_name, course_name, city, fee_total, last_date, reason_code, reason, application_state: applied } = choice;
  const offer = [
    city,
    course_name && fee_total !== null ? feeText(fee_total) : '',
    last_date ? `until ${plainDate(last_date)}` : '',
  ].filter(Boolean);
  return (
    <div className="lc-main">
      <div className="lc-name">
        <strong>{clg_name}</strong>
        {applied ? <Tag tone={applied === 'enrolled' ? 'green' : 'blue'}>Application: {words(applied).toLowerCase()}</Tag> : null}
        <SharedTag shared={choice} />
        {reason_code ? <Tag tone="amber">{reasons.find(({ value }) => value === reason_code)?.label ?? reason_code}</Tag> : null}
      </div>
      {course_name ? <div>{course_name}</div> : null}
      {offer.length ? <div className="p-sub">{offer.join(' · ')}</div> : null}
      {reason ? <div className="lc-note">{reason}</div> : null}
      <div className="p-sub" title={fullTime(choice.chosen_at)}>
        {[choice.chosen_by_name, shortTime(choice.chosen_at, { hour: true })].filter(Boolean).join(' · ')}
      </div>
    </div>
  );
}
