import { useEffect, useState } from 'react';
import { loadResource, type ResourceChunk } from './resource-chunk';

/** The chunk of a resource when it has come; undefined before, and when the name is undefined. */
export function useResource(name: string | undefined): ResourceChunk | undefined {
  const [found, setFound] = useState<ResourceChunk>();
  useEffect(() => {
    let current = true;
    if (name)
      void loadResource(name).then(
        (chunk) => current && setFound(chunk),
        () => undefined,
      ); // the next screen tries again
    return () => {
      current = false;
    };
  }, [name]);
  return found?.resource.name === name ? found : undefined;
}
