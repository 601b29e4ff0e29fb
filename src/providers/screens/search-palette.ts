import { openState } from './open-state';

/** The state of the palette: Ctrl+K and the header's button open it. */
export const { open: openPalette, close: closePalette, useOpen: usePaletteOpen } = openState();
/** The state of the list of keys: '?' and the user menu open it. */
export const { open: openKeyList, close: closeKeyList, useOpen: useKeyListOpen } = openState();

/** How the key is written on this machine. */
export const paletteKey = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K');
