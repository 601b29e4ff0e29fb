import { use, useEffect, useState, useSyncExternalStore } from 'react';
import type { AnyResource } from '../../schemas/kit/resource';
import { refreshCustomSpecs } from './custom-specs';
import { loadResource, onResources, type ResourceChunk } from './resource-chunk';

/** The chunk of a resource when it has come; undefined before, and when the name is undefined. */
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
        () => undefined, // the next screen tries again
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

/** The same where a page waits for it. `place` is where the reader is: at each new one the tenant's custom fields are asked for. */
export function useResourceNow(name: string, place: string): ResourceChunk {
  const chunk = use(
    useSyncExternalStore(
      onResources,
      () => loadResource(name),
      () => loadResource(name),
    ),
  );
  const entity = chunk.resource.customFields;
  useEffect(() => refreshCustomSpecs(entity), [entity, place]);
  return chunk;
}

/** Whether it is that schema file's resource: names are unique. `isOf<typeof tickets>(resource, 'tickets')`. */
export const isOf = <R extends AnyResource>(resource: AnyResource | undefined, name: R['name']): resource is R =>
  resource?.name === name;
