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
export const pagesBesideRecords = ['import', 'deleted'] as const;

/** The resources' pages by address. refine's own search goes through all of them in each of its hooks. */
export function matcherOf(resources: readonly IResourceItem[]): Matcher {
  const actions = ['list', 'create', 'edit', 'show'] as const satisfies readonly Action[];
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
      const { id } = useParams();
      const { pathname, search } = useLocation();
      const { resources } = useContext(ResourceContext);
      return useCallback(() => placeOf(resources, pathname, search, id), [resources, pathname, search, id]);
    },
  };
}

export const sharedRouterProvider = routerProviderOver(matcherOf);

/** The last address is cached, because every hook on the page asks for it. */
function onePlaceOver(matcher: (resources: readonly IResourceItem[]) => Matcher) {
  let matched: { resources: readonly IResourceItem[]; match: Matcher } | undefined;
  let last: { key: string; place: Place } | undefined;
  return (resources: readonly IResourceItem[], pathname: string, search: string, routeId: string | undefined): Place => {
    if (matched?.resources !== resources) {
      matched = { resources, match: matcher(resources) };
      last = undefined;
    }
    const key = JSON.stringify([pathname, search, routeId]);
    if (last?.key !== key) {
      const { resource, action, params: fromPath } = matched.match(pathname);
      const id = routeId ?? fromPath['id'];
      const place: Place = {
        pathname,
        params: paramsIn(search),
        ...(resource ? { resource } : {}),
        ...(action ? { action } : {}),
        ...(id === undefined ? {} : { id }),
      };
      last = { key, place };
    }
    return last.place;
  };
}

/** The names of an address, with the table's own as refine's `syncWithLocation` writes them: nested, and counts as numbers. */
export function paramsIn(search: string): Place['params'] {
  const names = Object.fromEntries(new URLSearchParams(search));
  const has = (name: string): boolean => Object.keys(names).some((one) => one === name || one.startsWith(`${name}[`));
  if (!['filters', 'sorters', 'currentPage', 'pageSize'].some(has)) return names;
  const { parsedFilters, parsedSorter, parsedCurrentPage, parsedPageSize } = parseTableParams(search);
  return {
    ...names,
    ...(has('filters') ? { filters: parsedFilters } : {}),
    ...(has('sorters') ? { sorters: parsedSorter } : {}),
    ...(parsedCurrentPage ? { currentPage: parsedCurrentPage } : {}),
    ...(parsedPageSize ? { pageSize: parsedPageSize } : {}),
  };
}
