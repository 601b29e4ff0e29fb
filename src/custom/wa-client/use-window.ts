import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

const guess = 64;
const beyond = 600;

export interface Shown {
  readonly index: number;
  /** Distance of its lower edge from the end of the thread. */
  readonly bottom: number;
}

/**
 * The rows of a thread that are in or near the visible area, measured from its end, so that messages added above move nothing
 * below. Heights are estimated until a row was rendered once, so ten thousand messages cost no more than the forty visible ones.
 */
export function useWindow(ids: readonly string[], onTop: () => void) {
  const box = useRef<HTMLDivElement>(null);
  const waiting = useRef(false);
  const measured = useRef<Map<string, number>>(undefined);
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(() => new Map());
  const [view, setView] = useState({ from: 0, height: 800 });

  const bottoms = useMemo(() => {
    const sums = new Float64Array(ids.length + 1);
    for (const [at, id] of ids.entries()) sums[at + 1] = sums[at]! + (heights.get(id) ?? guess);
    return sums;
  }, [ids, heights]);

  const look = (): void => {
    const { current } = box;
    if (!current) return;
    // column-reverse: 0 is the end, and values grow upwards.
    const [from, height] = [Math.abs(current.scrollTop), current.clientHeight];
    setView((before) => (before.from === from && before.height === height ? before : { from, height }));
    if (current.scrollHeight - height - from < beyond) onTop();
  };
  useEffect(look);

  const first = Math.max(0, placeOf(bottoms, view.from - beyond));
  const last = Math.min(ids.length, placeOf(bottoms, view.from + view.height + beyond) + 1);
  const shown: Shown[] = [];
  for (let index = first; index < last; index++) shown.push({ index, bottom: bottoms[index]! });

  // The rows of one rendering report their heights one after the other; they are applied together.
  const measure = useCallback((id: string, height: number): void => {
    const known = (measured.current ??= new Map());
    if (!height || known.get(id) === height) return;
    const first = !waiting.current;
    waiting.current = true;
    known.set(id, height);
    if (first)
      queueMicrotask(() => {
        waiting.current = false;
        setHeights(new Map(known));
      });
  }, []);
  return { box, shown, total: bottoms[ids.length]!, onScroll: look, measure };
}

/** The row at that distance from the end. */
function placeOf(bottoms: Float64Array, at: number): number {
  let [low, high] = [0, bottoms.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (bottoms[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
