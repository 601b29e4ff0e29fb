import { Input, type InputRef } from 'antd';
import { useState, type ReactNode, type Ref } from 'react';
import '../leads/follow-up.css';
import { dayOf, fullTime, localInput, momentOf } from './dates';
import { quickPicks } from './quick-picks';
import { serverNow } from './server-clock';

/** A future date and time in the tenant's time zone, with common choices as buttons. Reads and writes ISO with Z. */
export function MomentField({
  id,
  value,
  onChange,
  invalid = false,
  describedBy,
  ref,
}: {
  id: string;
  value: string | null;
  onChange: (at: string | null) => void;
  invalid?: boolean;
  describedBy?: string;
  ref?: Ref<InputRef>;
}): ReactNode {
  const [now] = useState(() => new Date(serverNow()));
  return (
    <>
      <Input
        id={id}
        ref={ref}
        type="datetime-local"
        min={localInput(now)}
        aria-required
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        status={invalid ? 'error' : ''}
        value={localInput(value)}
        onChange={(event) => {
          const [day = '', clock = ''] = event.target.value.split('T');
          onChange(day && clock ? momentOf(day, clock) : null);
        }}
      />
      <div className="p-picks" role="group" aria-label="Quick picks">
        {quickPicks(now).map((pick) => (
          <button
            key={pick.label}
            type="button"
            className={pick.at === value ? 'p-chip p-on' : 'p-chip'}
            aria-pressed={pick.at === value}
            title={fullTime(pick.at)}
            onClick={() => onChange(pick.at)}
          >
            {pick.label}
          </button>
        ))}
        {/* the field itself follows the browser's language, where 03/04 is ambiguous */}
        {value ? <span className="p-picked">{weekdayTime(value)}</span> : null}
      </div>
    </>
  );
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const weekdayTime = (at: string): string =>
  `${weekdays[new Date(`${dayOf(new Date(at))}T00:00:00Z`).getUTCDay()]}, ${fullTime(at)}`;
