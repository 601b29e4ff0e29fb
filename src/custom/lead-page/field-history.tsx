import { Popover } from 'antd';
import type { ReactNode } from 'react';
import type { FieldChange } from '../../schemas/calls/lead-page';
import { Icon } from '../../ui/marks/icon';
import { fullTime, shortTime } from '../../ui/time/dates';
import './field-history.css';
import { fieldText, looseText } from './lead-values';

/** A value whose earlier ones appear on hover and focus; one that never changed stays a plain text. */
export function WithHistory({
  label,
  changes,
  children,
}: {
  label: string;
  changes: readonly FieldChange[];
  children: ReactNode;
}): ReactNode {
  if (!changes.length) return children;
  return (
    <Popover trigger={['hover', 'focus']} placement="bottomLeft" content={<Changes label={label} changes={changes} />}>
      <button type="button" className="lp-changed">
        {children}
        <Icon name="history" size={12} />
        <span className="p-visually-hidden">, history</span>
      </button>
    </Popover>
  );
}

/** What a popover has room for; the journey has all of them. */
const most = 8;

export function Changes({ label, changes }: { label: string; changes: readonly FieldChange[] }): ReactNode {
  const more = changes.length - most;
  return (
    <div className="lp-history" role="group" aria-label={`History of ${label}`}>
      <ol>
        {changes.slice(0, most).map((change, index) => (
          <li key={`${change.at} ${index}`}>
            <div>
              <span className="lp-old">{textOf(change, 'old') || 'empty'}</span> <span aria-label="to">→</span>{' '}
              <strong>{textOf(change, 'new') || 'empty'}</strong>
            </div>
            <div className="p-sub" title={fullTime(change.at)}>
              {[change.by_name ?? 'System', shortTime(change.at, { hour: true })].join(' · ')}
            </div>
          </li>
        ))}
      </ol>
      {more > 0 ? <div className="p-sub">{`${more} earlier in the journey`}</div> : null}
    </div>
  );
}

function textOf(change: FieldChange, of: 'old' | 'new'): string {
  const { field } = change;
  const label = of === 'old' ? change.old_label : change.new_label;
  const isLoose = field.startsWith('custom.') || field === 'guardian' || field === 'academics' || field === 'entrance_exams';
  return isLoose ? looseText(change[of]) : fieldText(field, change[of], label ?? undefined);
}
