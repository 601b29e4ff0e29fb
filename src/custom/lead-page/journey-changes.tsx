import type { ReactNode } from 'react';
import type { JourneyEntry } from '../../schemas/kit/lead-journey';
import { recordIn } from '../../schemas/kit/is-record';
import { humanize, titleOf } from '../../schemas/kit/resource';
import { leads } from '../../schemas/leads/leads';
import { fullTime } from '../../ui/time/dates';

type Change = Extract<JourneyEntry, { readonly kind: 'field_change' }>['changes'][number];
interface Named {
  readonly title: string;
  readonly old: string;
  readonly now: string;
}

/** What was changed, field by field. `labels` are the titles of custom fields by key. */
export function FieldChanges({
  who,
  changes,
  labels,
}: {
  who: ReactNode;
  changes: readonly Change[];
  labels: ReadonlyMap<string, string> | undefined;
}): ReactNode {
  const named = changes.flatMap((change) => (change.field === 'custom' ? customChanges(change, labels) : [changeOf(change)]));
  return (
    <>
      {who}{' '}
      {named.map((change, index) => (
        <span key={change.title}>
          {index ? '; ' : ''}
          <OneChange {...change} />
        </span>
      ))}
    </>
  );
}

function OneChange({ title, old, now }: Named): ReactNode {
  if (!now)
    return (
      <>
        cleared {title}: <span className="lp-old">{old}</span>
      </>
    );
  if (!old)
    return (
      <>
        set {title} to <strong>“{now}”</strong>
      </>
    );
  return (
    <>
      changed {title} <span className="lp-old">{old}</span> <span aria-label="to">→</span> <strong>{now}</strong>
    </>
  );
}

const changeOf = (change: Change): Named => ({
  title: titleOf(leads, change.field),
  old: words(change.old),
  now: words(change.new),
});

/** The custom fields are one object in the database. */
function customChanges(change: Change, labels: ReadonlyMap<string, string> | undefined): Named[] {
  const [old, now] = [recordIn(change.old), recordIn(change.new)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((key) => ({ title: labels?.get(key) ?? humanize(key), old: words(old[key]), now: words(now[key]) }))
    .filter((one) => one.old !== one.now);
}

function words(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(words).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => `${name.replaceAll('_', ' ')} ${words(one)}`)
      .join(', ');
  const text = String(value);
  return /^\d{4}-\d\d-\d\dT.*Z$/.test(text) ? fullTime(text) : text;
}
