import { useEffect, useRef, type ReactNode } from 'react';
import type { ShellPartProps } from '../../providers/screens/screens';
import {
  closeKeyList,
  closePalette,
  openKeyList,
  openPalette,
  useKeyListOpen,
  usePaletteOpen,
} from '../../providers/screens/search-palette';
import { useKeys } from '../../ui/actions/use-keys';
import { onDemand } from '../../ui/dialogs/on-demand';

const Palette = onDemand('palette', () => import('./palette'));
const KeyList = onDemand('key-list', () => import('./key-list'));

/** Ctrl+K and '?' on any page; the code of the palette and of the list of keys loads with their first use. */
export default function PaletteHost({ named = [] }: Partial<ShellPartProps>): ReactNode {
  const open = usePaletteOpen();
  const listOpen = useKeyListOpen();
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      if (latest.current) closePalette();
      else openPalette();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      closePalette(); // the next user does not begin with it
      closeKeyList();
    };
  }, []);
  useKeys({ '?': ['Keys of this page', openKeyList] });
  return (
    <>
      {open ? <Palette named={named} onClose={closePalette} /> : null}
      {listOpen ? <KeyList onClose={closeKeyList} /> : null}
    </>
  );
}
