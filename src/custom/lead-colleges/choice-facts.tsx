import type { ReactNode } from 'react';
import { words } from '../../kinds/kind';
import type { CollegeChoice } from '../../schemas/calls/lead-colleges';
import { Tag } from '../../ui/marks/tag';
import { fullTime, plainDate, shortTime } from '../../ui/time/dates';
import { reasons, responses } from './college-calls';
import { SharedTag } from './share-and-apply';
import { feeText } from './match-facts';

/** A chosen college: what it offers, the note, and who chose it when; with `progress` how far the lead is with it. */
export function ChoiceFacts({ choice, progress = false }: { choice: CollegeChoice; progress?: boolean }): ReactNode {
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
        {applied && !progress ? (
          <Tag tone={applied === 'enrolled' ? 'green' : 'blue'}>Application: {words(applied).toLowerCase()}</Tag>
        ) : null}
        <SharedTag shared={choice} />
        {reason_code ? <Tag tone="amber">{reasons.find(({ value }) => value === reason_code)?.label ?? reason_code}</Tag> : null}
      </div>
      {course_name ? <div>{course_name}</div> : null}
      {offer.length ? <div className="p-sub">{offer.join(' · ')}</div> : null}
      {progress ? <Progress choice={choice} /> : null}
      {reason ? <div className="lc-note">{reason}</div> : null}
      <div className="p-sub" title={fullTime(choice.chosen_at)}>
        {[choice.chosen_by_name, shortTime(choice.chosen_at, { hour: true })].filter(Boolean).join(' · ')}
      </div>
    </div>
  );
}

function Progress({ choice }: { choice: CollegeChoice }): ReactNode {
  const { shared_at, opened_at, response, application_state: applied, next_step } = choice;
  const facts: readonly (readonly [label: string, text: ReactNode])[] = [
    [
      'Opened',
      opened_at ? (
        <time key="opened" dateTime={opened_at} title={fullTime(opened_at)}>
          {shortTime(opened_at, { hour: true })}
        </time>
      ) : shared_at ? (
        'Not yet'
      ) : (
        '–'
      ),
    ],
    ['Student response', responses.find(({ value }) => value === response)?.label ?? '–'],
    ['Application status', applied ? words(applied) : '–'],
    ['Next step', next_step || '–'],
  ];
  return (
    <dl className="lc-progress">
      {facts.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
