import { useEffect, useState } from 'react';
import type { AnyResource } from '../../schemas/kit/resource';
import type { Values } from '../../schemas/kit/values';

type Fill = typeof import('./derived-now').derivedNow;

/** The draft with the values that a save fills in; what calculates them is loaded for the forms that have some. */
export function useDerived(resource: AnyResource, draft: Values, stored: Values): Values {
  const [fill, setFill] = useState<Fill>();
  const has = resource.fetched !== undefined || resource.computed !== undefined;
  useEffect(() => {
    if (has) void import('./derived-now').then(({ derivedNow }) => setFill(() => derivedNow));
  }, [has]);
  return fill ? fill(resource, draft, stored) : draft;
}
