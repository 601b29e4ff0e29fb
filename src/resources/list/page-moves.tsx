import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/marks/icon';
import './list.css';

/** Undefined where there is no such page: its button is disabled. */
type Go = (() => void) | undefined;

/** Turns the pages of any table: previous and next around the place, and first and last if `ends` says where they lead. */
export function PageMoves(props: {
  label?: string;
  ends?: { readonly first: Go; readonly last: Go };
  previous: Go;
  next: Go;
  children?: ReactNode;
}): ReactNode {
  const { label = 'Pages', ends, previous, next, children } = props;
  return (
    <nav className="p-pager-moves" aria-label={label}>
      {ends ? <Move icon="first" text="First page" go={ends.first} /> : null}
      <Move icon="left" text="Previous page" go={previous} />
      {children}
      <Move icon="right" text="Next page" go={next} />
      {ends ? <Move icon="last" text="Last page" go={ends.last} /> : null}
    </nav>
  );
}

function Move({ icon, text, go }: { icon: IconName; text: string; go: Go }): ReactNode {
  return (
    <button type="button" className="p-icon-button" aria-label={text} title={text} disabled={!go} onClick={go}>
      <Icon name={icon} />
    </button>
  );
}
