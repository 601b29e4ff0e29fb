import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useLeadPanel } from '../../providers/calls/lead-calls';
import { useSession } from '../../providers/session/session';
import type { FieldChange, LeadPanel } from '../../schemas/calls/lead-page';
import { counted } from '../../schemas/kit/counted';
import { reasonsText } from '../../schemas/kit/lead-suspects';
import { humanize } from '../../schemas/kit/resource';
import { leadPath, suspectsPath } from '../../schemas/kit/lead-page';
import type { Lead } from '../../schemas/leads/leads';
import { Time } from '../../ui/time/time';
import { Captures } from './captures';
import { WithHistory } from './field-history';
import { useFieldHistory, type HistoryOf } from './use-field-history';
import { looseText } from './lead-values';
import './profile.css';
import { sheetOf, type SheetGroup } from './profile-sheet';

/** The tab 'profiles': everything known about the person, how complete it is, each enquiry, and the same person's other leads. */
export default function Profile({ lead }: { lead: Lead }): ReactNode {
  const panel = useLeadPanel(String(lead.id)).data;
  const entityName = useSession()?.persisted.tenant.entity_name ?? 'College';
  const historyOf = useFieldHistory(String(lead.id));
  const groups = sheetOf(lead, entityName);
  const filled = groups.reduce((sum, group) => sum + group.filled, 0);
  const all = groups.reduce((sum, group) => sum + group.rows.length, 0);
  return (
    <div className="lp-profile">
      <Completeness filled={filled} all={all} />
      <div className="lp-sheet">
        {groups.map((group) => (
          <Group key={group.title} group={group} historyOf={historyOf} />
        ))}
        <Education lead={lead} historyOf={historyOf} />
        <Custom lead={lead} labels={panel?.custom_labels ?? {}} historyOf={historyOf} />
      </div>
      <Captures lead={lead} />
      <Duplicates same={panel?.same ?? []} />
    </div>
  );
}

function Completeness({ filled, all }: { filled: number; all: number }): ReactNode {
  const percent = Math.round((filled / Math.max(1, all)) * 100);
  return (
    <div className="lp-complete">
      <strong>{percent} % complete</strong>
      <progress value={filled} max={all} aria-label={`Filled: ${filled} of ${counted(all, 'field')}`} />
      <span className="p-quiet">
        {filled} of {counted(all, 'field')}
      </span>
    </div>
  );
}

const Group = ({ group: { title, rows, filled }, historyOf }: { group: SheetGroup; historyOf: HistoryOf }): ReactNode => (
  <section className="lp-facts">
    <h2>
      {title}{' '}
      <span className="p-quiet">
        {filled} of {rows.length}
      </span>
    </h2>
    <dl>
      {rows.map(({ field, title: label, text }) => (
        <Fact key={field} label={label} text={text} changes={historyOf(field)} />
      ))}
    </dl>
  </section>
);

interface FactShown {
  readonly label: string;
  readonly text: string;
  readonly changes?: readonly FieldChange[];
}
const Fact = ({ label, text, changes = [] }: FactShown): ReactNode => (
  <div>
    <dt title={label}>{label}</dt>
    <dd className={text ? undefined : 'p-quiet'}>
      <WithHistory label={label} changes={changes}>
        {text || '–'}
      </WithHistory>
    </dd>
  </div>
);

function Education({ lead, historyOf }: { lead: Lead; historyOf: HistoryOf }): ReactNode {
  const rows: readonly FactShown[] = [
    ...(lead.academics ?? []).map((one) => ({
      label: [one.level, one.board].filter(Boolean).join(', '),
      text: [one.percent ? `${one.percent} %` : '', one.subjects, one.institute, one.year].filter(Boolean).join(' · '),
      changes: historyOf('academics'),
    })),
    ...(lead.entrance_exams ?? []).map((one) => ({
      label: one.exam,
      text: [one.score, one.rank ? `rank ${one.rank}` : '', one.year].filter(Boolean).join(' · '),
      changes: historyOf('entrance_exams'),
    })),
    ...Object.entries(lead.guardian ?? {}).map(([name, value]) => ({
      label: `Guardian: ${humanize(name).toLowerCase()}`,
      text: looseText(value),
      changes: historyOf('guardian'),
    })),
  ];
  return <Rows title="Education and guardian" rows={rows} />;
}

function Custom({
  lead,
  labels,
  historyOf,
}: {
  lead: Lead;
  labels: LeadPanel['custom_labels'];
  historyOf: HistoryOf;
}): ReactNode {
  const rows = Object.entries(lead.custom ?? {}).map(([key, value]) => ({
    label: labels[key] ?? humanize(key),
    text: looseText(value),
    changes: historyOf(`custom.${key}`),
  }));
  return <Rows title="Further fields" rows={rows} />;
}

function Rows({ title, rows }: { title: string; rows: readonly FactShown[] }): ReactNode {
  if (!rows.length) return null;
  return (
    <section className="lp-facts">
      <h2>{title}</h2>
      <dl>
        {rows.map((row, index) => (
          <Fact key={`${index}-${row.label}`} {...row} />
        ))}
      </dl>
    </section>
  );
}

function Duplicates({ same }: { same: LeadPanel['same'] }): ReactNode {
  if (!same.length) return null;
  return (
    <section className="lp-block" aria-label="Possible duplicates">
      <h2>Possible duplicates</h2>
      <ul>
        {same.map((one) => (
          <li key={one.id}>
            <Link to={leadPath(one.id)}>{one.name}</Link>
            <span className="p-quiet">
              {[reasonsText(one.reasons), one.stage_name, one.owner_name].filter(Boolean).join(' · ')} ·{' '}
              <Time at={one.created_at} />
            </span>
          </li>
        ))}
      </ul>
      <Link to={suspectsPath}>All possible duplicates</Link>
    </section>
  );
}
