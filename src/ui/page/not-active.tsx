import type { ReactNode } from 'react';
import { Icon } from '../marks/icon';
import '../theme/ui.css';

/** What a page or a control says while it has no effect (`later` of its schema file). */
export function NotActive({ why, id }: { why: string; id?: string }): ReactNode {
  return (
    <p className="p-not-active" id={id}>
      <Icon name="info" size={14} />
      <span>Not active yet: {why}</span>
    </p>
  );
}
