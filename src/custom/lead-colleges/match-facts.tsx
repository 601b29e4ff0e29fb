import type { ReactNode } from 'react';
import type { CollegeMatch, FitPart, FitPartName, Verdict } from '../../schemas/calls/lead-colleges';
import { numberWords } from '../../kinds/number-words';
import { Tag, type Tone } from '../../ui/marks/tag';
import { plainDate } from '../../ui/time/dates';

export const partLabels: Readonly<Record<FitPartName, string>> = {
  course: 'Course',
  education: 'Education',
  marks: 'Marks',
  exam: 'Exam',
  last_date: 'Last date',
  fee: 'Fee',
  city: 'City',
  hostel: 'Hostel',
};
const verdictWords: Readonly<Record<Verdict, string>> = {
  passed: 'Met',
  partly: 'Partly',
  failed: 'Not met',
  unknown: 'Not known',
};
const verdictTones: Readonly<Record<Verdict, Tone>> = { passed: 'green', partly: 'amber', failed: 'red', unknown: 'grey' };

const eligible = {
  yes: { text: 'Eligible', tone: 'green' },
  no: { text: 'Not eligible', tone: 'red' },
  unknown: { text: 'Eligibility not known', tone: 'grey' },
} as const;
export const EligibleTag = ({ match }: { match: Pick<CollegeMatch, 'eligible'> }): ReactNode => (
  <Tag tone={eligible[match.eligible].tone}>{eligible[match.eligible].text}</Tag>
);

export const VerdictTag = ({ verdict }: { verdict: Verdict }): ReactNode => (
  <Tag tone={verdictTones[verdict]}>{verdictWords[verdict]}</Tag>
);

export const feeText = (fee: number | null): string => (fee === null ? 'Fee not known' : `₹ ${numberWords(fee)}`);
export const commissionText = ({ commission }: Pick<CollegeMatch, 'commission'>): string | undefined =>
  !commission || commission.type === 'none'
    ? undefined
    : commission.type === 'percent'
      ? `${numberWords(commission.value)} %`
      : `₹ ${numberWords(commission.value)}`;

/** 'Pune · ₹ 4,00,000 · 60 seats · until 30 Jun 2027'. */
export function matchLine(match: CollegeMatch): string {
  const commission = commissionText(match);
  return [
    match.city,
    feeText(match.fee_total),
    match.seats === null ? '' : `${numberWords(match.seats)} seats`,
    match.intake ? `intake ${match.intake}` : '',
    match.last_date ? `until ${plainDate(match.last_date)}` : '',
    commission ? `commission ${commission}` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Each part of the fit with its points and its reason. */
export function FitParts({ id, fit, parts }: { id: string; fit: number; parts: readonly FitPart[] }): ReactNode {
  return (
    <table id={id} className="lc-parts">
      <caption className="p-visually-hidden">Why {fit} %</caption>
      <tbody>
        {parts.map(({ name, verdict, why, points, of }) => (
          <tr key={name}>
            <th scope="row">{partLabels[name]}</th>
            <td>
              <VerdictTag verdict={verdict} />
            </td>
            <td className="lc-why">{why}</td>
            <td className="p-num p-quiet">{of ? `${points} of ${of}` : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
