import { createContext, useState, type ReactNode } from 'react';
import type { AnyResource } from '../../schemas/kit/resource';
import { onDemand } from '../../ui/dialogs/on-demand';
import { Popover } from '../../ui/dialogs/popover';
import { columnTitle, type AnyRow } from '../kind-looks';

const InlineEditor = onDemand('inline-editor', () => import('./inline-editor'), <div className="p-inline-form" />);

/** The control of a cell's editor; `text` is what the cell shows of the value. */
export type InlineInput = (control: {
  readonly id: string;
  readonly value: unknown;
  readonly label: string | undefined;
  readonly onChange: (value: unknown, text: string | undefined) => void;
}) => ReactNode;

export interface OpenCell {
  readonly resource: AnyResource;
  readonly name: string;
  /** As it was when the editor opened. */
  readonly row: AnyRow & { id: string | number };
  /** Instead of the control of the field's kind. */
  readonly input?: InlineInput | undefined;
  /** The cell's pencil. */
  readonly anchor: HTMLElement;
}
export const OpenInline = createContext<(cell: OpenCell) => void>(() => {});

/**
 * Shows the open editor of a list's cell. It is not part of the row: a colleague's change can take the row off the page while
 * someone types, and what is typed stays until it is saved or cancelled.
 */
export function InlineHost({ rows, children }: { rows: readonly { id: string | number }[]; children: ReactNode }): ReactNode {
  const [open, setOpen] = useState<OpenCell>();
  const close = (): void => setOpen(undefined);
  return (
    <OpenInline value={setOpen}>
      {children}
      {open ? (
        <Popover
          key={`${open.row.id} ${open.name}`}
          anchor={open.anchor}
          label={`Change ${columnTitle(open.resource, open.name)}`}
          onClose={close}
        >
          <InlineEditor {...open} isGone={!rows.some(({ id }) => id === open.row.id)} onClose={close} />
        </Popover>
      ) : null}
    </OpenInline>
  );
}
