import { use, useEffect, useState } from 'react';
import type { AnyResource } from '../../schemas/kit/resource';
import { useStore } from '../store';
import { refreshCustomSpecs } from './custom-specs';
import { loadResource, onResources, type ResourceChunk } from './resource-chunk';

/** The chunk of a resource once loaded; undefined before, or if the name is undefined. */
export function useResource(name: string | undefined): ResourceChunk | undefined {
  const [found, setFound] = useState<ResourceChunk>();
  useEffect(() => {
    let current = true;
    const look = (): void => {
      if (!name) return;
      void loadResource(name).then(
        (chunk) => {
          if (current) setFound(chunk);
        },
        () => undefined, // the next page tries again
      );
    };
    look();
    const stop = onResources(look);
    return () => {
      current = false;
      stop();
    };
  }, [name]);
  const entity = found?.resource.customFields;
  useEffect(() => refreshCustomSpecs(entity), [entity]);
  return found?.resource.name === name ? found : undefined;
}

/**
 * The same, but suspends the page until it has loaded. `place` is the current address: at each new one the tenant's custom fields
 * are requested.
 */
export function useResourceNow(name: string, place: string): ResourceChunk {
  const chunk = use(useStore({ get: () => loadResource(name), subscribe: onResources }));
  const entity = chunk.resource.customFields;
  useEffect(() => refreshCustomSpecs(entity), [entity, place]);
  return chunk;
}

/** Whether the resource is that of this schema file; names are unique. `isOf<typeof tickets>(resource, 'tickets')`. */
export const isOf = <R extends AnyResource>(resource: AnyResource | undefined, name: R['name']): resource is R =>
  resource?.name === name;
