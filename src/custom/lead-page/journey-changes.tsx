import type { ReactNode } from 'react';
import type { JourneyEntry } from '../../schemas/kit/lead-journey';
import { recordIn } from '../../schemas/kit/is-record';
import { humanize, titleOf } from '../../schemas/kit/resource';
import { leads } from '../../schemas/leads/leads';
import { fieldText, looseText } from './lead-values';

type FieldChange = Extract<JourneyEntry, { readonly kind: 'field_change' }>;
type Change = FieldChange['changes'][number];
interface Named {
  readonly title: string;
  readonly old: string;
  readonly now: string;
}

/** What was changed, field by field. `labels` are the titles of custom fields by key. */
export function FieldChanges({
  who,
  entry: { changes, labels: names },
  labels,
}: {
  who: ReactNode;
  entry: FieldChange;
  labels: ReadonlyMap<string, string> | undefined;
}): ReactNode {
  const named = changes.flatMap((change) =>
    change.field === 'custom' ? customChanges(change, labels) : [changeOf(change, names)],
  );
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

const changeOf = (change: Change, names: FieldChange['labels']): Named => ({
  title: titleOf(leads, change.field),
  old: fieldText(change.field, change.old, names?.old[change.field]),
  now: fieldText(change.field, change.new, names?.new[change.field]),
});

/** The custom fields are one object in the database. */
function customChanges(change: Change, labels: ReadonlyMap<string, string> | undefined): Named[] {
  const [old, now] = [recordIn(change.old), recordIn(change.new)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((key) => ({ title: labels?.get(key) ?? humanize(key), old: looseText(old[key]), now: looseText(now[key]) }))
    .filter((one) => one.old !== one.now);
}
