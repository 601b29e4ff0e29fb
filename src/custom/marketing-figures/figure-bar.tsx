import { Button, Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/marks/icon';
import { DateRange } from '../../ui/time/date-range';
import { Time } from '../../ui/time/time';
import type { FigureState } from './use-figure-state';

/** Range and further filters on the left; when the numbers were counted, and Refresh, on the right. */
export function FigureBar({
  state,
  asOf,
  busy,
  onRefresh,
  children,
}: {
  state: FigureState;
  asOf: string | undefined;
  busy: boolean;
  onRefresh: () => void;
  children?: ReactNode;
}): ReactNode {
  return (
    <div className="mf-bar">
      <DateRange value={state.days} onChange={([from, to]) => state.change({ from, to })} />
      {children}
      <Checkbox
        checked={state.previous !== undefined}
        onChange={({ target }) => state.change({ compare: target.checked ? '1' : undefined })}
      >
        Compare with previous period
      </Checkbox>
      <span className="mf-as-of p-quiet">
        {asOf ? (
          <>
            As of <Time at={asOf} hour />
          </>
        ) : null}
        <Button type="text" icon={<Icon name="refresh" size={16} />} aria-label="Refresh" disabled={busy} onClick={onRefresh} />
      </span>
    </div>
  );
}
