import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { changeRow, listOf } from '../../providers/calls/records';
import { useCall } from '../../providers/calls/use-call';
import { isEmpty } from '../../kinds/kind';
import { recordIn } from '../../schemas/kit/is-record';
import { titleOf } from '../../schemas/kit/resource';
import type { LeadCapture, leadCaptures } from '../../schemas/leads/lead-captures';
import { leads, type Lead } from '../../schemas/leads/leads';
import { labelOf } from '../../ui/leads/lead-text';
import { useMayChangeLead } from '../../ui/leads/use-may-change-lead';
import { spaced } from '../../ui/leads/record-entry-text';
import { ErrorState } from '../../ui/page/states';
import { shortTime } from '../../ui/time/dates';
import { toasts } from '../../ui/toasts/toasts';
import { fieldText, leadText } from './lead-values';

/** What can be taken over: texts that a person gives about themselves. References have names that a capture does not store. */
const fields = [
  'name',
  'phone',
  'email',
  'alternate_phone',
  'whatsapp_number',
  'gender',
  'date_of_birth',
  'category',
  'last_education',
  'intake',
  'year_of_admission',
  'country',
  'state',
  'city',
  'pincode',
  'address',
] as const;
type CapturedField = (typeof fields)[number];

/** Columns at first, and after a click; the largest page has one more. */
const [few, most] = [8, 99];

/** Every enquiry in a column of its own next to what the lead has now; a value that differs can be used. */
export function Captures({ lead }: { lead: Lead }): ReactNode {
  const [columns, setColumns] = useState(few);
  const newest = { _start: 0, _end: columns + 1, _sort: 'created_at', _order: 'desc' } as const;
  const query = useCall(
    listOf<typeof leadCaptures>('lead-captures'),
    { lead_id: String(lead.id), ...newest },
    { keepPrevious: true },
  );
  const mayUpdate = useMayChangeLead(String(lead.id));
  const use = useValue(lead);
  if (query.isError)
    return <ErrorState what="The enquiries could not be loaded" error={query.error} onRetry={() => void query.refetch()} />;
  const found = query.data ?? [];
  const captures = found.slice(0, columns).filter(({ data }) => data);
  const shown = fields.filter((field) => captures.some((capture) => !isEmpty(valueIn(capture, field))));
  if (!captures.length || !shown.length) return null;
  return (
    <section className="lp-block" aria-label="Enquiries">
      <h2>What each enquiry said</h2>
      <div className="lp-captures" tabIndex={0} role="region" aria-label="Enquiries by field">
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Lead now</th>
              {captures.map((capture) => (
                <th key={capture.id} scope="col">
                  {shortTime(capture.created_at)}
                  <span className="p-quiet">{labelOf(capture, 'source') || spaced(capture.via)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((field) => (
              <tr key={field}>
                <th scope="row">{titleOf(leads, field)}</th>
                <td>{leadText(lead, field) || '–'}</td>
                {captures.map((capture) => (
                  <td key={capture.id}>
                    <Captured
                      field={field}
                      value={valueIn(capture, field)}
                      now={lead[field]}
                      {...(mayUpdate ? { onUse: use.take, busy: use.busy } : {})}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.length > columns ? <Older all={columns === most} onShow={() => setColumns(most)} /> : null}
    </section>
  );
}

const Older = ({ all, onShow }: { all: boolean; onShow: () => void }): ReactNode =>
  all ? (
    <p className="p-quiet">These are the {most} newest enquiries.</p>
  ) : (
    <button type="button" className="p-link" onClick={onShow}>
      Show older enquiries
    </button>
  );

const valueIn = (capture: LeadCapture, field: CapturedField): unknown => recordIn(capture.data)[field];

function Captured({
  field,
  value,
  now,
  onUse,
  busy = false,
}: {
  field: CapturedField;
  value: unknown;
  now: unknown;
  onUse?: (field: CapturedField, value: unknown) => void;
  busy?: boolean;
}): ReactNode {
  const text = fieldText(field, value);
  if (!text) return '–';
  const isMasked = /x{3,}|\*{2,}/i.test(text) && /phone|number/.test(field);
  return (
    <>
      {text}
      {text !== fieldText(field, now) && onUse && !isMasked ? (
        <button
          type="button"
          className="p-link lp-use"
          disabled={busy}
          aria-label={`Use ${text} as ${titleOf(leads, field).toLowerCase()}`}
          onClick={() => onUse(field, value)}
        >
          Use this value
        </button>
      ) : null}
    </>
  );
}

/** Saves as the lead's form does: with its checks, and refused if someone changed the lead meanwhile. */
function useValue(lead: Lead): { readonly busy: boolean; readonly take: (field: CapturedField, value: unknown) => void } {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const take = (field: CapturedField, value: unknown): void => {
    setBusy(true);
    const version = lead.row_version === undefined ? {} : { row_version: lead.row_version };
    const typed = field === 'year_of_admission' ? { [field]: Number(value) } : { [field]: value };
    changeRow<typeof leads>('leads', String(lead.id), { ...typed, ...version })
      .then(
        () => toasts.success(`${titleOf(leads, field)} changed.`),
        (error: unknown) => toasts.error(error),
      )
      .then(() => refreshLeadWork(client))
      .finally(() => setBusy(false));
  };
  return { busy, take };
}
