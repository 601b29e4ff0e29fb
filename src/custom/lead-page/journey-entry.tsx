import type { ReactNode } from 'react';
import type { JourneyEntry } from '../../schemas/kit/lead-journey';
import type { OwnerChange } from '../../schemas/leads/lead-owner-history';
import { outcomeText } from '../../schemas/kit/call-outcomes';
import { fullTime, shortTime } from '../../ui/time/dates';
import { lengthText } from '../../ui/time/length-text';
import { Icon, type IconName } from '../../ui/marks/icon';
import { lowerFirst } from '../../ui/marks/lower-first';
import type { RecordEntry } from '../../schemas/kit/lead-journey';
import { recordEntryText, spaced } from '../../ui/leads/record-entry-text';
import { FieldChanges } from './journey-changes';
import { Recording } from '../../ui/leads/recording';

type CustomLabels = ReadonlyMap<string, string> | undefined;

/**
 * One line of the history: who, what, when. Changes are shown as old → new, texts that people wrote in a box. `labels` are the
 * titles of custom fields by key.
 */
export function JourneyLine({ entry, labels }: { entry: JourneyEntry; labels?: CustomLabels }): ReactNode {
  const { icon, tone, text, box } = look(entry, labels);
  return (
    <li className="lp-entry">
      <span className={`lp-mark lp-mark-${tone}`}>
        <Icon name={icon} size={14} />
      </span>
      <div className="lp-said">
        <div className="lp-what">{text}</div>
        {box ? <div className="lp-box">{box}</div> : null}
      </div>
      <time dateTime={entry.at} title={fullTime(entry.at)}>
        {fullTime(entry.at).slice(-5)}
      </time>
    </li>
  );
}

interface EntryLook {
  readonly icon: IconName;
  readonly tone: 'blue' | 'green' | 'amber' | 'grey';
  readonly text: ReactNode;
  readonly box?: ReactNode;
}

function look(entry: JourneyEntry, labels: CustomLabels): EntryLook {
  const who = <strong>{entry.user_name ?? 'The system'}</strong>;
  switch (entry.kind) {
    case 'call_action':
      return stageLook(entry, who);
    case 'capture':
      return captureLook(entry);
    case 'follow_up_added':
      return {
        icon: 'clock',
        tone: 'grey',
        text: (
          <>
            {who} planned a follow-up for <strong>{shortTime(entry.call_date_time)}</strong>
            <Rest
              parts={[entry.for_user_name && entry.for_user_name !== entry.user_name ? `with ${entry.for_user_name}` : null]}
            />
          </>
        ),
        box: entry.note || undefined,
      };
    case 'follow_up_done':
      return {
        icon: 'check',
        tone: 'green',
        text: (
          <>
            {who} completed the follow-up due <strong>{shortTime(entry.call_date_time)}</strong>
          </>
        ),
        box: entry.done_reason || undefined,
      };
    case 'call':
      return callLook(entry, who);
    case 'owner_change':
      return ownerLook(entry);
    case 'merge':
      return {
        icon: 'users',
        tone: 'grey',
        text: (
          <>
            {who} {entry.undone ? 'undid the merge with' : 'merged'} <strong>{entry.lost_name ?? 'another lead'}</strong>
            {entry.undone ? null : ' into this lead'}
          </>
        ),
      };
    case 'field_change':
      return { icon: 'edit', tone: 'grey', text: <FieldChanges who={who} entry={entry} labels={labels} /> };
    default:
      return recordLook(entry, who);
  }
}

/** The lead's other records: messages, notes, applications, payments, documents, meetings, colleges. */
function recordLook(entry: RecordEntry, who: ReactNode): EntryLook {
  const inward = entry.kind === 'message' && entry.direction === 'in';
  const text = recordEntryText(entry);
  const more = recordMore(entry);
  return {
    icon: entry.kind === 'message' ? messageIcons[entry.channel] : recordIcons[entry.kind],
    tone: inward ? 'green' : entry.kind === 'note' ? 'amber' : 'blue',
    text: (
      <>
        {inward ? (
          'Replied on WhatsApp'
        ) : (
          <>
            {who} {text}
          </>
        )}
        <Rest parts={more.parts} />
      </>
    ),
    box: more.box || undefined,
  };
}

const recordIcons: Readonly<Record<Exclude<RecordEntry['kind'], 'message'>, IconName>> = {
  note: 'note',
  application: 'file',
  payment: 'check',
  document: 'file',
  meeting: 'calendar',
  college: 'star',
};
const messageIcons = { whatsapp: 'whatsapp', sms: 'chat', email: 'mail' } as const;
const ticks = {
  sending: 'sending',
  sent: '✓ sent',
  delivered: '✓✓ delivered',
  read: '✓✓ read',
  failed: 'failed',
  unknown: 'not confirmed',
};

function recordMore(entry: RecordEntry): { readonly parts: readonly (string | null)[]; readonly box?: string | null } {
  switch (entry.kind) {
    case 'message':
      return {
        parts: [entry.subject ?? null, entry.direction === 'out' ? ticks[entry.status] : null, entry.error],
        box: entry.text || `(${entry.type})`,
      };
    case 'note':
      return {
        parts: [entry.visibility === 'tenant' ? null : entry.visibility === 'private' ? 'only you see it' : 'your team'],
        box: entry.body,
      };
    case 'application':
      return { parts: [entry.form_name] };
    case 'payment':
      return { parts: [entry.state && spaced(entry.state), entry.method && spaced(entry.method)] };
    case 'document':
      return { parts: [], box: entry.remark };
    case 'meeting':
      return { parts: [entry.with_name && `with ${entry.with_name}`] };
    case 'college':
      return { parts: [entry.reason && spaced(entry.reason)] };
  }
}

type EntryOf<K extends JourneyEntry['kind']> = Extract<JourneyEntry, { readonly kind: K }>;

function stageLook(entry: EntryOf<'call_action'>, who: ReactNode): EntryLook {
  const changed = entry.previous_btn_message && entry.previous_btn_message !== entry.btn_message;
  return {
    icon: 'flag',
    tone: 'blue',
    text: (
      <>
        {who} {changed ? 'changed stage' : 'set stage'} {changed ? <From text={entry.previous_btn_message} /> : null}
        <strong>{entry.btn_message ?? '–'}</strong>
        <Rest parts={[entry.sub_stage, entry.clg_name, entry.is_stage_mark_locked ? 'locked' : null]} />
        {entry.call_date_time ? <Rest parts={[`follow-up ${shortTime(entry.call_date_time)}`]} /> : null}
      </>
    ),
    box:
      entry.message || entry.files.length ? (
        <>
          {entry.message}
          {entry.files.map((file) => (
            <a key={file.url} className="lp-file" href={file.url} target="_blank" rel="noreferrer">
              <Icon name="file" size={14} /> {file.name}
            </a>
          ))}
        </>
      ) : undefined,
  };
}

/** A rule acts under the name "Rule 'West round robin'". */
function ownerLook({ user_name, from_user_name, to_user_name, reason }: EntryOf<'owner_change'>): EntryLook {
  const by = user_name === null ? 'the system' : /^(?:Rule|Workflow) '/.test(user_name) ? lowerFirst(user_name) : user_name;
  const words: Readonly<Record<string, string>> = reasonWords;
  const known = reason === null ? undefined : words[reason];
  return {
    icon: 'users',
    tone: 'grey',
    text: (
      <>
        {to_user_name ? (
          <>
            Assigned to <strong>{to_user_name}</strong>
          </>
        ) : (
          'Owner removed'
        )}{' '}
        by {by}
        <Rest parts={[from_user_name && `previously ${from_user_name}`, known]} />
      </>
    ),
    box: known === undefined && reason ? reason : undefined,
  };
}

function callLook(entry: EntryOf<'call'>, who: ReactNode): EntryLook {
  const { direction, outcome, note, recording_url } = entry;
  const talk = entry.talk_s ?? 0;
  return {
    icon: direction === 'inbound' && talk === 0 ? 'missed' : 'phone',
    tone: talk > 0 ? 'green' : 'grey',
    text: (
      <>
        {direction === 'inbound' ? 'Inbound call' : <>{who} called</>},{' '}
        {talk > 0 ? 'connected' : outcome ? lowerFirst(outcomeText(outcome)) : 'in progress'}
        <Rest parts={[talk > 0 ? lengthText(talk) : null]} />
      </>
    ),
    box:
      note || recording_url ? (
        <>
          {note}
          {recording_url ? <Recording callId={entry.id} url={recording_url} of={`Call of ${fullTime(entry.at)}`} /> : null}
        </>
      ) : undefined,
  };
}

function captureLook(entry: EntryOf<'capture'>): EntryLook {
  return {
    icon: entry.is_re_enquiry ? 'refresh' : 'plus',
    tone: 'amber',
    text: (
      <>
        {entry.is_re_enquiry ? 'Enquired again' : 'Enquired'}
        {entry.source_name ? (
          <>
            {' '}
            from <strong>{entry.source_name}</strong>
          </>
        ) : null}
        <Rest parts={[entry.clg_name, entry.utm_campaign, entry.via && (viaWords[entry.via] ?? spaced(entry.via))]} />
      </>
    ),
  };
}

const From = ({ text }: { text: string | null }): ReactNode => (
  <>
    <span className="lp-old">{text || '–'}</span> <span aria-label="to">→</span>{' '}
  </>
);
const Rest = ({ parts }: { parts: readonly (string | null | undefined)[] }): ReactNode => {
  const known = parts.filter(Boolean);
  return known.length ? <span className="p-quiet"> · {known.join(' · ')}</span> : null;
};
/** A change of owner has a note, or one of these; '' says nothing that the entry does not say already. */
const reasonWords: Readonly<Record<NonNullable<OwnerChange['reason']>, string>> = {
  manual: '',
  assignment_rule: '',
  allocation: '',
  rule_engine: '',
  bulk: 'in bulk',
  import: 'by import',
  referral: 'after a referral',
  api: 'by API',
  deactivated_user: 'previous owner deactivated',
  merge: 'after a merge',
};
const viaWords: Record<string, string> = { manual: 'added by hand', import: 'by upload', api: 'by API' };
