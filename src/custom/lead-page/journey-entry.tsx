import type { ReactNode } from 'react';
import type { JourneyEntry } from '../../schemas/calls/leads';
import { leads } from '../../schemas/leads/leads';
import { titleOf } from '../../schemas/kit/resource';
import { fullTime, shortTime } from '../../ui/time/dates';
import { Icon, type IconName } from '../../ui/marks/icon';

/** One line of the history: who, what, when. Changes are shown as old → new, texts that people wrote in a box. */
export function JourneyLine({ entry }: { entry: JourneyEntry }): ReactNode {
  const { icon, tone, text, box } = look(entry);
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

function look(entry: JourneyEntry): EntryLook {
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
      };
    case 'call':
      return {
        icon: entry.direction === 'inbound' && entry.talk_s === 0 ? 'missed' : 'phone',
        tone: entry.talk_s > 0 ? 'green' : 'grey',
        text: (
          <>
            {entry.direction === 'inbound' ? 'Inbound call' : <>{who} called</>},{' '}
            {entry.talk_s > 0 ? 'connected' : (entry.outcome?.replaceAll('_', ' ') ?? 'in progress')}
            <Rest parts={[entry.talk_s > 0 ? duration(entry.talk_s) : null]} />
          </>
        ),
        box: entry.note || undefined,
      };
    case 'owner_change':
      return {
        icon: 'users',
        tone: 'grey',
        text: (
          <>
            {who} moved owner {entry.from_user_name ? <From text={entry.from_user_name} /> : 'to '}
            <strong>{entry.to_user_name ?? 'nobody'}</strong>
            <Rest parts={[entry.reason?.replaceAll('_', ' ')]} />
          </>
        ),
      };
    case 'field_change':
      return {
        icon: 'edit',
        tone: 'grey',
        text: (
          <>
            {who} changed{' '}
            {entry.changes.map((change, index) => (
              <span key={change.field}>
                {index ? '; ' : ''}
                {titleOf(leads, change.field)} <From text={words(change.old)} />
                <strong>{words(change.new)}</strong>
              </span>
            ))}
          </>
        ),
      };
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
        <strong>{entry.btn_message}</strong>
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
        <Rest parts={[entry.clg_name, entry.utm_campaign, viaWords[entry.via] ?? entry.via.replaceAll('_', ' ')]} />
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
const viaWords: Record<string, string> = { manual: 'added by hand', import: 'by upload', api: 'by API' };
const duration = (seconds: number): string =>
  seconds < 60 ? `${Math.round(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
function words(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map(words).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => `${name.replaceAll('_', ' ')} ${words(one)}`)
      .join(', ');
  const text = String(value);
  return /^\d{4}-\d\d-\d\dT.*Z$/.test(text) ? fullTime(text) : text;
}
