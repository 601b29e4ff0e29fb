import {
  parseTableParams,
  ResourceContext,
  type Action,
  type IResourceItem,
  type ParseResponse,
  type RouterProvider,
} from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { useCallback, useContext } from 'react';
import { useLocation, useParams, type Location, type Params } from 'react-router';
import { isSignIn } from './session/return-url';
import { pathIndexOf } from './screens/path-index';
import { goTo } from './screens/place';

/** The resource and action of an address, as refine expects them. */
export interface AddressMatch {
  readonly resource?: IResourceItem;
  readonly action?: Action;
  readonly params: Readonly<Record<string, string>>;
}
type RouteParams = Readonly<Params>;
type Matcher = (pathname: string) => AddressMatch;
interface Place extends Pick<ParseResponse, 'resource' | 'action' | 'id'> {
  readonly pathname: string;
  readonly params: NonNullable<ParseResponse['params']>;
}

/** Pages below a list that are not records although their address looks like one. */
export const pagesBesideRecords = ['import', 'deleted', 'dashboard'] as const;

/** The resources' pages by address. refine's own search goes through all of them in each of its hooks. */
export function matcherOf(resources: readonly IResourceItem[]): Matcher {
  const at = pathIndexOf(resources, (resource) => actions.flatMap((action) => resource[action] ?? []), pagesOf);
  return (pathname) => {
    const { entry, params = {} } = at(pathname) ?? {};
    return { ...entry, params };
  };
}

const actions = ['list', 'create', 'edit', 'show', 'clone'] as const satisfies readonly Action[];
interface AddressPage extends Pick<AddressMatch, 'resource' | 'action'> {
  readonly path: string;
}

function pagesOf(resource: IResourceItem): AddressPage[] {
  return [
    ...actions.flatMap((action) => (resource[action] ? [{ path: resource[action], resource, action }] : [])),
    ...(resource.list && resource.show?.startsWith(`${resource.list}/:`)
      ? pagesBesideRecords.map((page) => ({ path: `${resource.list}/${page}`, resource }))
      : []),
  ];
}

/**
 * refine's router binding with two changes. Each of refine's hooks parses the address and searches its resource, a hundred times
 * for one form; here the result is cached per address. And the two sign-in pages are outside the router.
 */
export function routerProviderOver(matcher: (resources: readonly IResourceItem[]) => Matcher): RouterProvider {
  const placeOf = onePlaceOver(matcher);
  return {
    ...routerProvider,
    go: () => {
      const inside = routerProvider.go?.();
      return useCallback(
        (config) => {
          if (config.type === 'path' || !isSignIn(config.to ?? '')) return inside?.(config);
          return goTo(config.to ?? '', { replace: config.type === 'replace' });
        },
        [inside],
      );
    },
    parse: () => {
      const params = useParams();
      const location = useLocation();
      const { resources } = useContext(ResourceContext);
      return placeOf(resources, location, params);
    },
  };
}

export const sharedRouterProvider = routerProviderOver(matcherOf);

/**
 * The last address is cached for each route that reads it: every hook on the page asks for it, again with each drawing. What reads the
 * same is the same function, and gives the same place.
 */
function onePlaceOver(matcher: (resources: readonly IResourceItem[]) => Matcher) {
  let matched: { resources: readonly IResourceItem[]; match: Matcher } | undefined;
  let last: { pathname: string; search: string; of: Map<string, () => Place> } | undefined;
  return (resources: readonly IResourceItem[], { pathname, search }: Location, routeParams: RouteParams): (() => Place) => {
    if (matched?.resources !== resources) {
      matched = { resources, match: matcher(resources) };
      last = undefined;
    }
    if (last?.pathname !== pathname || last.search !== search) last = { pathname, search, of: new Map() };
    const { match } = matched;
    const key = textOf(routeParams);
    const known = last.of.get(key);
    if (known) return known;
    const place = placeAt(match(pathname), pathname, search, routeParams);
    const read = (): Place => place;
    last.of.set(key, read);
    return read;
  };
}

function placeAt({ resource, action, params }: AddressMatch, pathname: string, search: string, ofRoute: RouteParams): Place {
  const id = ofRoute['id'] ?? params['id'];
  return {
    pathname,
    params: readByName({ ...ofRoute }, paramsIn(search)),
    ...(resource ? { resource } : {}),
    ...(action ? { action } : {}),
    ...(id === undefined ? {} : { id }),
  };
}

const texts = new WeakMap<RouteParams, string>();
function textOf(params: RouteParams): string {
  const text = texts.get(params) ?? JSON.stringify(params);
  texts.set(params, text);
  return text;
}

/**
 * refine copies the parameters into the `meta` of every call, where the data providers look for headers, a method and pages: a link
 * could set these. Those of the address are found by name and are not copied; those of the route are both.
 */
function readByName(route: Place['params'], address: Place['params']): Place['params'] {
  const params = { ...route };
  for (const [name, value] of Object.entries(address)) Object.defineProperty(params, name, { value, enumerable: false });
  return params;
}

/** The names of an address, nested as refine's `syncWithLocation` writes them; a table's page and page size are numbers. */
export function paramsIn(search: string): Place['params'] {
  const texts = [...new URLSearchParams(search)];
  const all = new Map<string, string | string[]>();
  for (const [name, text] of texts) {
    const known = all.get(topOf(name));
    all.set(topOf(name), known === undefined ? text : [known, text].flat());
  }
  const names = Object.fromEntries(all);
  const nested = new Set(texts.flatMap(([name]) => (name === topOf(name) ? [] : [topOf(name)])));
  const { parsedCurrentPage, parsedPageSize } = parseTableParams(search);
  return {
    ...names,
    ...Object.fromEntries([...nested].map((name) => [name, nestedIn(texts, name)])),
    ...(parsedCurrentPage ? { currentPage: parsedCurrentPage } : {}),
    ...(parsedPageSize ? { pageSize: parsedPageSize } : {}),
  };
}

/** `modal[open]` is in `modal`. */
const topOf = (name: string): string => /^[^[]+(?=\[)/.exec(name)?.[0] ?? name;

/** By refine's own parser, which it offers for a table's filters alone. */
function nestedIn(texts: readonly (readonly [string, string])[], top: string): unknown {
  const own = texts.filter(([name]) => topOf(name) === top).map(([name, text]) => [`filters${name.slice(top.length)}`, text]);
  return parseTableParams(`?${new URLSearchParams(own).toString()}`).parsedFilters;
}
