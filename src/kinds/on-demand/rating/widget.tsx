import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { WidgetProps } from '../../kind-parts';
import { starsOf } from './kind';
import './rating.css';

/** Radio buttons that look like stars: the arrow keys move between them. */
export function widget({ id, value, onChange, at, disabled, invalid, describedBy }: WidgetProps): ReactNode {
  const chosen = typeof value === 'number' ? value : 0;
  return (
    <span className="p-stars" role="radiogroup" aria-invalid={invalid} aria-describedby={describedBy}>
      {Array.from({ length: starsOf(at) }, (_, index) => index + 1).map((star) => (
        <label key={star} className={star <= chosen ? 'p-star p-on' : 'p-star'}>
          <input
            type="radio"
            id={star === Math.max(1, chosen) ? id : `${id}-${star}`}
            name={id}
            className="p-visually-hidden"
            aria-label={`${star} of ${starsOf(at)}`}
            checked={star === chosen}
            disabled={disabled}
            onChange={() => onChange(star)}
          />
          ★
        </label>
      ))}
      {chosen && !disabled ? (
        <Button type="text" size="small" onClick={() => onChange(undefined)}>
          Clear
        </Button>
      ) : null}
    </span>
  );
}
