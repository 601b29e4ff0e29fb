import { useEffect, useState, type ReactNode } from 'react';
import type { ShellPartProps } from '../../providers/screens/screens';
import { onDemand } from '../../ui/dialogs/on-demand';

const Palette = onDemand('palette', () => import('./palette'));

/** Ctrl+K on any page; the palette's code loads with its first use. */
export default function PaletteHost({ named = [] }: Partial<ShellPartProps>): ReactNode {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen((now) => !now);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return open ? <Palette named={named} onClose={() => setOpen(false)} /> : null;
}
