import { useState, type ReactNode } from 'react';
import '../leads/follow-up.css';
import { fullTime, localInput } from './dates';
import { isoOf } from './iso-of';
import { MomentPicker, type MomentPickerProps } from './moment-picker';
import { quickPicks } from './quick-picks';
import { serverNow } from './server-clock';

/** A future date and time in the tenant's time zone, after common choices as buttons. Reads and writes ISO with Z. */
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
  describedBy?: string | undefined;
  ref?: MomentPickerProps['ref'];
}): ReactNode {
  const [now] = useState(() => new Date(serverNow()));
  return (
    <>
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
      </div>
      <MomentPicker
        id={id}
        ref={ref}
        min={localInput(now)}
        aria-required
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        status={invalid ? 'error' : ''}
        value={localInput(value)}
        onChange={(local) => onChange(isoOf(local))}
      />
    </>
  );
}
