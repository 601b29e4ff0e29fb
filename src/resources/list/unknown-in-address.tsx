import type { ReactNode } from 'react';
import { onDemand } from '../../ui/dialogs/on-demand';
import type { UnknownNoteProps } from './unknown-note';

const UnknownNote = onDemand('unknown-note', () => import('./unknown-note'));

/** A mistyped filter must not look as if it had matched everything: says so where the address has names that the list has not. */
export function UnknownInAddress(props: UnknownNoteProps): ReactNode {
  const { filters, columns, sorts, places } = props.unknown;
  return filters.length + columns.length + sorts.length + places.length ? <UnknownNote {...props} /> : null;
}
