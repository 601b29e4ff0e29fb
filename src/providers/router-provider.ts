import routerProvider from '@refinedev/react-router';
import { useCallback } from 'react';
import { useLocation, useParams } from 'react-router';

interface Place {
  readonly pathname: string;
  readonly id?: string;
  readonly params: Readonly<Record<string, string>>;
}
let last: { key: string; place: Place } | undefined;

/**
 * Refine's binding to the router, but for the address: each of refine's hooks takes it apart several times over, a hundred times
 * for one form. Here it is read once for all who ask at the same place.
 */
export const sharedRouterProvider: typeof routerProvider = {
  ...routerProvider,
  parse: () => {
    const { id } = useParams();
    const { pathname, search } = useLocation();
    return useCallback(() => {
      const key = JSON.stringify([pathname, search, id]);
      if (last?.key !== key) {
        const params = Object.fromEntries(new URLSearchParams(search));
        last = { key, place: { pathname, params, ...(id === undefined ? {} : { id }) } };
      }
      return last.place;
    }, [pathname, search, id]);
  },
};
