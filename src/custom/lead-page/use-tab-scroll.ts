import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useNarrow } from '../../ui/page/use-narrow';

/** Each tab returns to where it was scrolled to. On a phone the page scrolls as a whole, otherwise the tab on its own. */
export function useTabScroll(tab: string): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const kept = useRef(new Map<string, number>());
  const narrow = useNarrow();
  useLayoutEffect(() => {
    const own = box.current;
    const scroller = narrow ? document.getElementById('page') : own;
    if (!own || !scroller) return undefined;
    const places = kept.current;
    let wanted = places.get(tab) ?? (narrow ? undefined : 0);
    const goThere = (): void => {
      if (wanted === undefined) return;
      scroller.scrollTop = wanted;
      if (scroller.scrollTop >= wanted) wanted = undefined;
    };
    const moved = (): void => void (wanted = undefined);
    const note = (): void => {
      if (wanted === undefined) places.set(tab, scroller.scrollTop);
    };
    goThere();
    const grown = new ResizeObserver(goThere); // the tab's rows may arrive later than the tab
    for (const part of own.children) grown.observe(part);
    scroller.addEventListener('scroll', note, { passive: true });
    for (const by of moves) scroller.addEventListener(by, moved, { passive: true });
    return () => {
      grown.disconnect();
      scroller.removeEventListener('scroll', note);
      for (const by of moves) scroller.removeEventListener(by, moved);
    };
  }, [tab, narrow]);
  return box;
}

/** What a person scrolls with. */
const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
