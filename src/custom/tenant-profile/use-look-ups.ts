import { useEffect, useState } from 'react';
import { choicesBy, rowsBy } from '../../providers/calls/records';
import type { cities as cityRows } from '../../schemas/settings/cities';
import type { colleges } from '../../schemas/settings/colleges';
import type { countries } from '../../schemas/settings/countries';
import type { leadSources } from '../../schemas/settings/lead-sources';
import type { State, states as stateRows } from '../../schemas/settings/states';
import { toasts } from '../../ui/toasts/toasts';

export interface Choice {
  readonly value: string | number;
  readonly label: string;
}
interface LookUps {
  readonly colleges?: readonly Choice[];
  readonly countries?: readonly (Choice & { readonly code: string; readonly id: string | number })[];
  readonly sources?: readonly Choice[];
}
/** Colleges, countries and sources; if a list fails, a fixed warning is shown and the list is empty. */
export function useLookUps(): LookUps {
  const [found, setFound] = useState<LookUps>({});
  useEffect(() => {
    let here = true;
    const fetch = async <T>(
      asked: Promise<readonly T[]>,
      failed: string,
      keep: (rows: readonly T[]) => LookUps,
    ): Promise<void> => {
      const rows = await asked.catch(() => {
        if (here) toasts.warning(failed);
        return [];
      });
      if (here) setFound((now) => ({ ...now, ...keep(rows) }));
    };
    void fetch(choicesBy<typeof colleges>('GET lead-gen/colleges'), 'Failed to fetch college list', (rows) => ({
      colleges: rows.map(({ clg_id, clg_name }) => ({ value: clg_id, label: clg_name })),
    }));
    void fetch(allOf(rowsBy<typeof countries>('GET getcountries', {})), 'Failed to fetch countries list', (rows) => ({
      countries: rows.map(({ id, name, phonecode }) => ({ id, value: name, label: name, code: String(phonecode) })),
    }));
    const sources = choicesBy<typeof leadSources>('GET get-all-sources?type', { type: 'all' });
    void fetch(sources, 'Failed to fetch sources list', (rows) => ({
      sources: rows.map(({ id, name }) => ({ value: id, label: name })),
    }));
    return () => {
      here = false;
    };
  }, []);
  return found;
}

const allOf = async <T>(page: Promise<{ readonly data: readonly T[] }>): Promise<readonly T[]> => (await page).data;

/** The states of a country by its id, and the cities of a state by its name; [] until they have loaded, or if they fail. */
export function usePlaces(
  country: string | number | undefined,
  state: string,
): { states: readonly Choice[]; cities: readonly Choice[] } {
  const [states, setStates] = useState<readonly State[]>([]);
  const [cities, setCities] = useState<readonly Choice[]>([]);
  useEffect(() => {
    let here = true;
    rowsBy<typeof stateRows>('GET get_all_states?countryId', country === undefined ? {} : { countryId: country }).then(
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
    rowsBy<typeof cityRows>('GET get/city?state_id', { state_id: stateId }).then(
      ({ data }) => here && setCities(data.map(({ name }) => ({ value: name, label: name }))),
      () => here && setCities([]),
    );
    return () => {
      here = false;
    };
  }, [stateId]);
  return { states: states.map(({ value }) => ({ value, label: value })), cities: stateId === undefined ? [] : cities };
}
