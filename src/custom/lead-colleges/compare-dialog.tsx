import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { fitParts, type CollegeMatch } from '../../schemas/calls/lead-colleges';
import { numberWords } from '../../kinds/number-words';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { plainDate } from '../../ui/time/dates';
import { commissionText, EligibleTag, feeText, partLabels, VerdictTag } from './match-facts';

const facts: readonly (readonly [label: string, show: (match: CollegeMatch) => ReactNode])[] = [
  ['Fit', (match) => <b className="p-num">{match.fit} %</b>],
  ['Eligibility', (match) => <EligibleTag match={match} />],
  ['Total fee', (match) => feeText(match.fee_total)],
  ['Seats', (match) => numberWords(match.seats)],
  ['Intake', (match) => match.intake ?? '–'],
  ['Last date', (match) => plainDate(match.last_date)],
  ['Entrance exams', (match) => match.exams.join(', ') || 'None'],
  ['Place', (match) => [match.city, match.state].filter(Boolean).join(', ') || '–'],
  ['Hostel', (match) => (match.hostel === null ? '–' : match.hostel ? 'Yes' : 'No')],
];

/** Up to four courses next to each other: what they offer, then each part of their fit. */
export default function CompareDialog({
  matches,
  onClose,
}: {
  matches: readonly CollegeMatch[];
  onClose: () => void;
}): ReactNode {
  useFocusBack();
  const paid = matches.some((match) => commissionText(match));
  return (
    <Modal open width={280 + matches.length * 200} title="Compare" footer={null} onCancel={onClose}>
      <div className="lc-compare" tabIndex={0} role="region" aria-label="Comparison">
        <table>
          <thead>
            <tr>
              <td />
              {matches.map((match) => (
                <th key={`${match.clg_id} ${match.course_id}`} scope="col">
                  {match.clg_name}
                  <span className="p-sub">{match.course_name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {facts.map(([label, show]) => (
              <Row key={label} label={label} matches={matches} show={show} />
            ))}
            {paid ? <Row label="Commission" matches={matches} show={(match) => commissionText(match) ?? '–'} /> : null}
            {fitParts.map((name) => (
              <Row
                key={name}
                label={`Fit: ${partLabels[name].toLowerCase()}`}
                matches={matches}
                show={({ parts }) => {
                  const part = parts.find((one) => one.name === name);
                  return part ? (
                    <>
                      <VerdictTag verdict={part.verdict} />
                      <span className="p-sub">{part.why}</span>
                    </>
                  ) : (
                    '–'
                  );
                }}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Modal>
  );
}

function Row({
  label,
  matches,
  show,
}: {
  label: string;
  matches: readonly CollegeMatch[];
  show: (match: CollegeMatch) => ReactNode;
}): ReactNode {
  return (
    <tr>
      <th scope="row">{label}</th>
      {matches.map((match) => (
        <td key={`${match.clg_id} ${match.course_id}`}>{show(match)}</td>
      ))}
    </tr>
  );
}
