import type { ReactNode } from 'react';
import { useMayDo } from '../../providers/rights';
import { decideCorrections } from '../../schemas/calls/attendance-report';
import { ColleaguesSelect } from './colleague-select';
import './people-filter.css';
import { ReferenceSelect } from './reference-select';

export interface PeopleChosen {
  readonly user_ids: readonly string[];
  readonly team_id: string | undefined;
}

/** Narrows a report to people or a team; for those who see more than themselves (D-012). */
export function PeopleFilter({ value, onChange }: { value: PeopleChosen; onChange: (chosen: PeopleChosen) => void }): ReactNode {
  // Who decides about others sees others.
  const leadsOthers = useMayDo(decideCorrections)('update');
  if (!leadsOthers) return null;
  return (
    <>
      <span className="p-people-filter">
        <ColleaguesSelect
          aria-label="People"
          placeholder="All people"
          value={value.user_ids}
          onChange={(ids) => onChange({ ...value, user_ids: ids })}
        />
      </span>
      <span className="p-people-filter">
        <ReferenceSelect
          resource="teams"
          aria-label="Team"
          placeholder="All teams"
          value={value.team_id}
          onChange={(id) => onChange({ ...value, team_id: typeof id === 'string' ? id : undefined })}
        />
      </span>
    </>
  );
}
