import type { ReactNode } from 'react';
import { openPalette, paletteKey } from '../../providers/screens/search-palette';
import { LineIcon } from '../../ui/marks/line-icon';
import { useNarrow } from '../../ui/page/use-narrow';

/** Looks like a search field and opens the palette; on a phone an icon. */
export function SearchButton(): ReactNode {
  if (useNarrow())
    return (
      <button type="button" className="p-shell-button" aria-label="Search" onClick={openPalette}>
        <LineIcon path={lens} size={18} />
      </button>
    );
  return (
    <button type="button" className="p-find" aria-label="Search screens, leads and actions" onClick={openPalette}>
      <LineIcon path={lens} size={16} />
      <span>Search leads, screens</span>
      <kbd aria-hidden="true">{paletteKey()}</kbd>
    </button>
  );
}

const lens = 'M7.2 12a4.8 4.8 0 1 0 0-9.6 4.8 4.8 0 0 0 0 9.6Zm3.5-1.3 3 3';
