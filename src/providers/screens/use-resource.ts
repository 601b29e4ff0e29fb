import { use, useEffect, useState } from 'react';
import type { AnyResource } from '../../schemas/kit/resource';
import { useStore } from '../store';
import { refreshCustomSpecs } from './custom-specs';
import { loadPage } from './load-page';
import { fetchForm, isLoaded, loadedForm, loadResource, onResources, type FormParts, type ResourceChunk } from './resource-chunk';

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
 * Whether a page can be drawn that reads this resource: a page that waits for it is drawn when it has come, one that suspends is
 * held back by React for 300 ms after its fallback. Throws what kept it from loading.
 */
export const useIsLoaded = (name: string | undefined): boolean => useSettled(name, isLoaded, loadResource);

/** Whether what has this name is there: if not, it is loaded. Throws what kept it from loading. `load` is always the same function. */
function useSettled(
  name: string | undefined,
  isThere: (name: string) => boolean,
  load: (name: string) => Promise<unknown>,
): boolean {
  const [settled, setSettled] = useState<{ readonly name: string; readonly failure?: unknown }>();
  const own = settled?.name === name ? settled : undefined;
  const ready = name === undefined || own !== undefined || isThere(name);
  useEffect(() => {
    if (ready) return;
    let current = true;
    load(name).then(
      () => current && setSettled({ name }),
      (failure: unknown) => current && setSettled({ name, failure }),
    );
    return () => {
      current = false;
    };
  }, [name, ready, load]);
  if (own?.failure) throw own.failure;
  return ready;
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

/** What the resource's form is checked with; undefined until it has loaded. Throws what kept it from loading. */
export function useFormParts(chunk: ResourceChunk | undefined): FormParts | undefined {
  const parts = chunk && loadedForm(chunk);
  useSettled(chunk?.resource.name, () => parts !== undefined, loadFormOf);
  return parts;
}
const loadFormOf = (name: string): Promise<FormParts> => loadPage(`form of ${name}`, () => fetchForm(name));

/** Whether the resource is that of this schema file; names are unique. `isOf<typeof tickets>(resource, 'tickets')`. */
export const isOf = <R extends AnyResource>(resource: AnyResource | undefined, name: R['name']): resource is R =>
  resource?.name === name;
