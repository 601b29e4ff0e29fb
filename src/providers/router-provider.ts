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
import { useLocation, useParams } from 'react-router';
import { isSignIn } from './session/return-url';
import { pathIndex } from './screens/path-index';
import { goTo } from './screens/place';

/** The resource and action of an address, as refine expects them. */
export interface AddressMatch {
  readonly resource?: IResourceItem;
  readonly action?: Action;
  readonly params: Readonly<Record<string, string>>;
}
type Matcher = (pathname: string) => AddressMatch;
interface Place extends Pick<ParseResponse, 'resource' | 'action' | 'id'> {
  readonly pathname: string;
  readonly params: NonNullable<ParseResponse['params']>;
}

/** Pages below a list that are not records although their address looks like one. */
export const pagesBesideRecords = ['import', 'deleted', 'dashboard'] as const;

/** The resources' pages by address. refine's own search goes through all of them in each of its hooks. */
export function matcherOf(resources: readonly IResourceItem[]): Matcher {
  const actions = ['list', 'create', 'edit', 'show', 'clone'] as const satisfies readonly Action[];
  const at = pathIndex(
    resources.flatMap((resource) => [
      ...actions.flatMap((action) => (resource[action] ? [{ path: resource[action], resource, action }] : [])),
      ...(resource.list && resource.show?.startsWith(`${resource.list}/:`)
        ? pagesBesideRecords.map((page) => ({ path: `${resource.list}/${page}`, resource }))
        : []),
    ]),
  );
  return (pathname) => {
    const { entry, params = {} } = at(pathname) ?? {};
    return { ...entry, params };
  };
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
      const routeParams = JSON.stringify(useParams());
      const { pathname, search } = useLocation();
      const { resources } = useContext(ResourceContext);
      return useCallback(() => placeOf(resources, pathname, search, routeParams), [resources, pathname, search, routeParams]);
    },
  };
}

export const sharedRouterProvider = routerProviderOver(matcherOf);

/** The last address is cached, because every hook on the page asks for it. */
function onePlaceOver(matcher: (resources: readonly IResourceItem[]) => Matcher) {
  let matched: { resources: readonly IResourceItem[]; match: Matcher } | undefined;
  let last: { key: string; place: Place } | undefined;
  return (resources: readonly IResourceItem[], pathname: string, search: string, routeParams: string): Place => {
    if (matched?.resources !== resources) {
      matched = { resources, match: matcher(resources) };
      last = undefined;
    }
    const key = JSON.stringify([pathname, search, routeParams]);
    if (last?.key !== key) {
      const { resource, action, params: fromPath } = matched.match(pathname);
      const fromRoute: AddressMatch['params'] = JSON.parse(routeParams);
      const id = fromRoute['id'] ?? fromPath['id'];
      const place: Place = {
        pathname,
        params: readByName(fromRoute, paramsIn(search)),
        ...(resource ? { resource } : {}),
        ...(action ? { action } : {}),
        ...(id === undefined ? {} : { id }),
      };
      last = { key, place };
    }
    return last.place;
  };
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
