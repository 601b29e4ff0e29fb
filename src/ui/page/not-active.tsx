import type { ReactNode } from 'react';
import { Icon } from '../marks/icon';
import '../theme/ui.css';

/** The note of a page or a control that has no effect yet (`later` in its schema file). */
export function NotActive({ why, id }: { why: string; id?: string }): ReactNode {
  return (
    <p className="p-not-active" id={id}>
      <Icon name="info" size={14} />
      <span>Not active yet: {why}</span>
    </p>
  );
}
