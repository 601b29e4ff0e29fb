import { choicesOf, pageIn, pageOf, type Page } from '../../providers/calls/records';
import { reporting, useAnswer, type Around } from '../../providers/calls/use-call';
import type { City, cities as cityRows } from '../../schemas/settings/cities';
import type { colleges } from '../../schemas/settings/colleges';
import type { Country, countries } from '../../schemas/settings/countries';
import type { leadSources } from '../../schemas/settings/lead-sources';
import type { State, states as stateRows } from '../../schemas/settings/states';
import { toasts } from '../../ui/toasts/toasts';

export interface Choice {
  readonly value: string | number;
  readonly label: string;
}
type CountryChoice = Choice & { readonly code: string; readonly id: string | number };
interface LookUps {
  readonly colleges: readonly Choice[] | undefined;
  readonly countries: readonly CountryChoice[] | undefined;
  readonly sources: readonly Choice[] | undefined;
}

const collegeList = choicesOf<typeof colleges>('GET lead-gen/colleges');
const countryList = pageOf<typeof countries>('GET getcountries');
const sourceList = choicesOf<typeof leadSources>('GET get-all-sources?type');
const stateList = pageOf<typeof stateRows>('GET get_all_states?countryId');
const cityList = pageOf<typeof cityRows>('GET get/city?state_id');

/** These lists rarely change. */
const kept = { staleTime: 10 * 60_000, retry: false } as const;
const warning = (text: string): Around => reporting(() => toasts.warning(text));
const collegesFailed = warning('Failed to fetch college list');
const countriesFailed = warning('Failed to fetch countries list');
const sourcesFailed = warning('Failed to fetch sources list');

/** Colleges, countries and sources; if a list fails, a fixed warning is shown and the list is empty. */
export function useLookUps(): LookUps {
  const found = {
    colleges: useAnswer(collegeList, {}, collegesIn, { ...kept, around: collegesFailed }),
    countries: useAnswer(countryList, {}, countriesIn, { ...kept, around: countriesFailed }),
    sources: useAnswer(sourceList, { type: 'all' }, sourcesIn, { ...kept, around: sourcesFailed }),
  };
  return {
    colleges: orNone(found.colleges),
    countries: orNone(found.countries),
    sources: orNone(found.sources),
  };
}

const none: readonly never[] = [];
const orNone = <T>({ data, isError }: { readonly data: readonly T[] | undefined; readonly isError: boolean }) =>
  data ?? (isError ? none : undefined);

interface Rows<T> {
  readonly data: readonly T[];
}
const collegesIn = ({ data }: Rows<{ readonly clg_id: number; readonly clg_name: string }>): Choice[] =>
  data.map(({ clg_id, clg_name }) => ({ value: clg_id, label: clg_name }));
const countriesIn = (answer: { readonly data: Country[] | Page<Country> }): CountryChoice[] =>
  pageIn(answer).data.map(({ id, name, phonecode }) => ({ id, value: name, label: name, code: String(phonecode) }));
const sourcesIn = ({ data }: Rows<{ readonly id: string | number; readonly name: string }>): Choice[] =>
  data.map(({ id, name }) => ({ value: id, label: name }));

/** The states of a country by its id, and the cities of a state by its name; [] until they have loaded, or if they fail. */
export function usePlaces(
  country: string | number | undefined,
  state: string,
): { states: readonly Choice[]; cities: readonly Choice[] } {
  const how = { ...kept, keepPrevious: true };
  const { data: states = none } = useAnswer(stateList, country === undefined ? {} : { countryId: country }, statesIn, how);
  const stateId = states.find(({ value }) => value === state)?.id;
  const { data: cities = none } = useAnswer(cityList, { state_id: stateId }, citiesIn, {
    ...how,
    enabled: stateId !== undefined,
  });
  return { states, cities: stateId === undefined ? none : cities };
}

const statesIn = (answer: { readonly data: State[] | Page<State> }) =>
  pageIn(answer).data.map(({ id, value }) => ({ id, value, label: value }));
const citiesIn = (answer: { readonly data: City[] | Page<City> }): Choice[] =>
  pageIn(answer).data.map(({ name }) => ({ value: name, label: name }));
