import type { ReactNode } from 'react';
import { useCall } from '../../providers/calls/use-call';
import { colleagues } from '../../schemas/calls/colleagues';
import { sharesText } from './referred-text';

/** How many of the leads each of several people gets. */
export function Shares({ to, count }: { to: readonly string[]; count: number | undefined }): ReactNode {
  const { data = [] } = useCall(colleagues, {}, { enabled: to.length > 1, retry: false });
  if (to.length < 2) return null;
  const names = to.map((id) => data.find((one) => one.id === id)?.name ?? '…');
  return (
    <p className="p-quiet" role="status">
      {count === undefined ? 'The leads are assigned by round robin.' : `By round robin, ${sharesText(count, names)}`}
    </p>
  );
}
