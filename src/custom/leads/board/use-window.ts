import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Rows above and below what is seen that are drawn too, so that quick scrolling shows no gap. */
const around = 6;

/** Which of many equally high rows are seen: the others are not drawn. `ref` is the element that scrolls. */
export function useWindow(
  count: number,
  height: number,
): { readonly ref: RefObject<HTMLDivElement | null>; readonly first: number; readonly last: number } {
  const ref = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ first: 0, last: 10 });
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const look = (): void => {
      const first = Math.floor(box.scrollTop / height);
      const last = first + Math.ceil(box.clientHeight / height);
      setSeen((before) => (before.first === first && before.last === last ? before : { first, last }));
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      watch.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [height, count]);
  return { ref, first: Math.max(0, seen.first - around), last: Math.min(count - 1, seen.last + around) };
}
