import type { ReactNode } from 'react';
import { countText } from '../marks/numbers';
import './count-tabs.css';

export interface CountTab<T extends string> {
  readonly name: T;
  readonly text: string;
  /** Undefined while it is being counted. */
  readonly count?: number | undefined;
  /** The count asks to be looked at. */
  readonly alarm?: boolean;
}

/** Tabs of a list, each with its number of rows; on a phone they are pills. `counts` false: tabs without numbers. */
export function CountTabs<T extends string>({
  label,
  now,
  tabs,
  counts = true,
  onChoose,
}: {
  label: string;
  now: T;
  tabs: readonly CountTab<T>[];
  counts?: boolean;
  onChoose: (name: T) => void;
}): ReactNode {
  return (
    <nav className="p-tabs" aria-label={label}>
      {tabs.map(({ name, text, count, alarm }) => (
        <button
          key={name}
          type="button"
          className={name === now ? 'p-tab p-on' : 'p-tab'}
          aria-current={name === now ? 'true' : undefined}
          onClick={() => onChoose(name)}
        >
          {text}
          {counts ? (
            <span className={alarm && count ? 'p-num p-alarm' : 'p-num p-quiet'}>
              {count === undefined ? ' ' : countText(count, count <= 10_000)}
            </span>
          ) : null}
        </button>
      ))}
    </nav>
  );
}
