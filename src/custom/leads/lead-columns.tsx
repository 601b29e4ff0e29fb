import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Column } from '../../resources/list/data-table';
import { columnOf } from '../../resources/list/list-columns';
import { counted } from '../../schemas/kit/counted';
import type { AnyResource } from '../../schemas/kit/resource';
import type { Lead } from '../../schemas/leads/leads';
import { Person } from '../../ui/marks/avatar';
import { PhoneLink } from '../../ui/leads/contact';
import { Icon } from '../../ui/marks/icon';
import { labelOf, leadName, stageName } from '../../ui/leads/lead-text';
import { StageTag } from '../../ui/leads/stage-tag';
import { DueTime, Time } from '../../ui/time/time';
import { leadPath } from '../../schemas/kit/lead-page';

/** The columns of a list that nobody arranged: up to the owner they fit a window of 1366 pixels. */
export const defaultColumns = [
  'name',
  'phone',
  'course',
  'clg_id',
  'source',
  'stage_id',
  'next_followup_at',
  'user_id',
  'last_act_at',
  'dial_count',
  'email',
  'created_at',
];

/** Columns of the lead list with their own look. */
export function leadColumns(about: {
  entityName: string;
  colorOf: (stage: string | null | undefined) => string | null;
  onStar: (lead: Lead) => void;
}): Column<Lead>[] {
  const text = (lead: Lead, field: string): ReactNode => {
    const label = labelOf(lead, field);
    return label ? (
      <span className="p-cut" title={label}>
        {label}
      </span>
    ) : (
      '–'
    );
  };
  return [
    { name: 'name', title: 'Name', width: 206, sortable: true, cell: (lead) => <NameCell lead={lead} onStar={about.onStar} /> },
    {
      name: 'phone',
      title: 'Phone',
      width: 118,
      cell: (lead) => <PhoneLink value={lead.phone} of={{ leadId: String(lead.id), name: leadName(lead) }} />,
    },
    { name: 'course', title: 'Course', width: 110, cell: (lead) => text(lead, 'course') },
    { name: 'clg_id', title: about.entityName, width: 128, cell: (lead) => text(lead, 'clg_id') },
    { name: 'source', title: 'Source', width: 112, cell: (lead) => text(lead, 'source') },
    {
      name: 'stage_id',
      title: 'Stage',
      width: 164,
      cell: (lead) => (
        <StageTag name={stageName(lead)} color={about.colorOf(lead.stage_id)} sub={lead.last_callaction_sub_stage ?? null} />
      ),
    },
    {
      name: 'next_followup_at',
      title: 'Next follow-up',
      width: 140,
      sortable: true,
      cell: (lead) => <DueTime at={lead.next_followup_at} />,
    },
    { name: 'user_id', title: 'Owner', width: 128, cell: (lead) => <Person name={labelOf(lead, 'user_id')} /> },
    { name: 'last_act_at', title: 'Last act', width: 132, sortable: true, cell: (lead) => <Time at={lead.last_act_at} /> },
    {
      name: 'dial_count',
      title: 'Dials / connected',
      width: 150,
      align: 'end',
      sortable: true,
      cell: (lead) => `${lead.dial_count ?? 0} / ${lead.connected_count ?? 0}`,
    },
    { name: 'created_at', title: 'Created', width: 170, sortable: true, cell: (lead) => <Time at={lead.created_at} /> },
  ];
}

/** The chosen columns: those above with their own cells, other fields as their kind shows them. */
export const shownColumns = (
  resource: AnyResource,
  names: readonly string[],
  designed: readonly Column<Lead>[],
): readonly Column<Lead>[] =>
  names.map((name, index) => designed.find((one) => one.name === name) ?? columnOf<Lead>(resource, name, index === 0));

function NameCell({ lead, onStar }: { lead: Lead; onStar: (lead: Lead) => void }): ReactNode {
  const again = Number(lead.re_enquiry_count ?? 0);
  return (
    <span className="ld-name">
      <Star lead={lead} onStar={onStar} />
      <Link className="p-cut" to={leadPath(lead.id)} title={leadName(lead)}>
        {leadName(lead)}
      </Link>
      {again > 0 ? (
        <span className="ld-again" title={`Enquired ${counted(again + 1, 'time')}`}>
          {again + 1}×
        </span>
      ) : null}
    </span>
  );
}

export function Star({ lead, onStar }: { lead: Lead; onStar: (lead: Lead) => void }): ReactNode {
  const on = lead.is_favourite === true;
  return (
    <button
      type="button"
      className={on ? 'ld-star ld-on' : 'ld-star'}
      aria-pressed={on}
      aria-label={`Favourite ${leadName(lead)}`}
      title={on ? 'Favourite' : 'Add to favourites'}
      onClick={() => onStar(lead)}
    >
      <Icon name="star" size={14} />
    </button>
  );
}
