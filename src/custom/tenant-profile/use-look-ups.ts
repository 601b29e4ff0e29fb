import { useEffect, useState } from 'react';
import { callWire } from '../../providers/call';
import { toasts } from '../../ui/toasts';

export interface Choice {
  readonly value: string | number;
  readonly label: string;
}
interface LookUps {
  readonly colleges?: readonly Choice[];
  readonly countries?: readonly (Choice & { readonly code: string; readonly id: string | number })[];
  readonly sources?: readonly Choice[];
}
interface College {
  readonly clg_id: number;
  readonly clg_name: string;
}
interface Country {
  readonly id: string | number;
  readonly name: string;
  readonly phonecode: string | number;
}
interface Named {
  readonly id: string;
  readonly name: string;
}

/** Colleges, countries and sources; a list that fails warns in fixed words and counts as empty. */
export function useLookUps(): LookUps {
  const [found, setFound] = useState<LookUps>({});
  useEffect(() => {
    let here = true;
    const fetch = async <T>(
      wire: string,
      values: object,
      failed: string,
      keep: (rows: readonly T[]) => LookUps,
    ): Promise<void> => {
      const rows = await callWire<readonly T[]>({ wire, as: 'read' }, { ...values }).then(
        ({ data }) => data,
        () => {
          if (here) toasts.warning(failed);
          return [] as readonly T[];
        },
      );
      if (here) setFound((now) => ({ ...now, ...keep(rows) }));
    };
    void fetch<College>('GET lead-gen/colleges', {}, 'Failed to fetch college list', (rows) => ({
      colleges: rows.map(({ clg_id, clg_name }) => ({ value: clg_id, label: clg_name })),
    }));
    void fetch<Country>('GET getcountries', {}, 'Failed to fetch countries list', (rows) => ({
      countries: rows.map(({ id, name, phonecode }) => ({ id, value: name, label: name, code: String(phonecode) })),
    }));
    void fetch<Named>('GET get-all-sources?type', { type: 'all' }, 'Failed to fetch sources list', (rows) => ({
      sources: rows.map(({ id, name }) => ({ value: id, label: name })),
    }));
    return () => {
      here = false;
    };
  }, []);
  return found;
}

interface State {
  readonly id: string | number;
  readonly value: string;
}
/** The states of a country by its id, and the cities of a state by its name; [] until they have come, or when they fail. */
export function usePlaces(
  country: string | number | undefined,
  state: string,
): { states: readonly Choice[]; cities: readonly Choice[] } {
  const [states, setStates] = useState<readonly State[]>([]);
  const [cities, setCities] = useState<readonly Choice[]>([]);
  useEffect(() => {
    let here = true;
    callWire<readonly State[]>(
      { wire: 'GET get_all_states?countryId', as: 'read' },
      country === undefined ? {} : { countryId: country },
    ).then(
      ({ data }) => here && setStates(data),
      () => here && setStates([]),
    );
    return () => {
      here = false;
    };
  }, [country]);
  const stateId = states.find(({ value }) => value === state)?.id;
  useEffect(() => {
    let here = true;
    if (stateId === undefined) return undefined;
    callWire<readonly { name: string }[]>({ wire: 'GET get/city?state_id', as: 'read' }, { state_id: stateId }).then(
      ({ data }) => here && setCities(data.map(({ name }) => ({ value: name, label: name }))),
      () => here && setCities([]),
    );
    return () => {
      here = false;
    };
  }, [stateId]);
  return { states: states.map(({ value }) => ({ value, label: value })), cities: stateId === undefined ? [] : cities };
}
