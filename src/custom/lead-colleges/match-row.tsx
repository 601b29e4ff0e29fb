import { Button, Checkbox } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import type { CollegeMatch } from '../../schemas/calls/lead-colleges';
import { Icon } from '../../ui/marks/icon';
import { Tag } from '../../ui/marks/tag';
import { SharedTag } from './share-and-apply';
import { EligibleTag, FitParts, matchLine } from './match-facts';

/** A course of a college for this lead: its fit, the reasons on demand, and what can be done with it. */
export function MatchRow({
  match,
  compared,
  mayCompare,
  onCompare,
  acts,
  more,
}: {
  match: CollegeMatch;
  compared: boolean;
  mayCompare: boolean;
  onCompare: (on: boolean) => void;
  acts?: { readonly shortlist: () => void; readonly notWanted: () => void } | undefined;
  /** Share and Apply. */
  more: ReactNode;
}): ReactNode {
  const id = useId();
  const [open, setOpen] = useState(false);
  const listed = match.choice?.relation === 'shortlisted';
  const isThis = listed && match.choice?.course_id === match.course_id;
  const name = `${match.clg_name}, ${match.course_name}`;
  return (
    <li className="lc-row" aria-label={name}>
      <Checkbox
        checked={compared}
        disabled={!compared && !mayCompare}
        aria-label={`Compare ${name}`}
        onChange={({ target }) => onCompare(target.checked)}
      />
      <div className="lc-main">
        <div className="lc-name">
          <strong>{match.clg_name}</strong>
          {match.is_partner ? <span className="p-pill">Partner</span> : null}
          {isThis ? <Tag tone="blue">Shortlisted</Tag> : null}
          <SharedTag shared={match.choice} />
        </div>
        <div>{match.course_name}</div>
        <div className="p-sub">{matchLine(match)}</div>
      </div>
      <div className="lc-fit">
        <button type="button" className="p-link" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <b className="p-num">{match.fit} %</b> <span>fit</span> <Icon name="open" size={12} />
        </button>
        <EligibleTag match={match} />
      </div>
      {acts ? (
        <div className="lc-do">
          {isThis ? null : (
            <Button size="small" icon={<Icon name="star" size={14} />} onClick={acts.shortlist}>
              {listed ? 'Shortlist this course' : 'Shortlist'}
            </Button>
          )}
          <Button size="small" onClick={acts.notWanted}>
            Not interested
          </Button>
          {more}
        </div>
      ) : null}
      {open ? <FitParts id={id} fit={match.fit} parts={match.parts} /> : null}
    </li>
  );
}
