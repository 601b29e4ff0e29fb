import { useSearchParams } from 'react-router-dom';
import { isOneOf } from '../../schemas/kit/is-one-of';
import { dayPresets, type Days } from '../../ui/time/day-presets';
import { today } from '../../ui/time/today';

export interface FigureState {
  readonly days: Days;
  /** As many days just before them, if the figures are compared. */
  readonly previous: Days | undefined;
  /** What the address says under a name, if it is one of these; else the first. */
  choice<T extends string>(name: string, of: readonly [T, ...T[]]): T;
  text(name: string): string | undefined;
  /** An undefined value leaves the address. */
  change(values: Readonly<Record<string, string | undefined>>): void;
}

/** Range and filters are in the address, so that reload, back and a sent link show the same numbers. */
export function useFigureState(): FigureState {
  const [params, setParams] = useSearchParams();
  const [from, to] = [params.get('from'), params.get('to')];
  const days: Days = from && to ? [from, to] : dayPresets(today())[3]!.days;
  return {
    days,
    previous: params.get('compare') ? daysBefore(days) : undefined,
    choice(name, of) {
      const said = params.get(name) ?? '';
      return isOneOf(of, said) ? said : of[0];
    },
    text: (name) => params.get(name) || undefined,
    change(values) {
      const next = new URLSearchParams(params);
      for (const [name, value] of Object.entries(values))
        if (value === undefined) next.delete(name);
        else next.set(name, value);
      setParams(next);
    },
  };
}

function daysBefore([from, to]: Days): Days {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  return [day(first - (last - first) - 86_400_000), day(first - 86_400_000)];
}
