import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { loadPage } from '../../providers/screens/load-page';

/** A component whose code comes when it is first shown, or earlier by `warm`. */
export type OnDemand<P extends object> = ComponentType<P> & { warm(): Promise<void> };

/**
 * `load`'s component, and `waiting` until its code is there. React's own `lazy` would do, but a page that follows another
 * fallback is held back until 300 ms have passed since; this one is shown as soon as it can be. A failure reaches the boundary.
 */
export function onDemand<P extends object>(
  name: string,
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  waiting: ReactNode = null,
): OnDemand<P> {
  let known: ComponentType<P> | undefined;
  let coming: Promise<ComponentType<P>> | undefined;
  const fetch = (): Promise<ComponentType<P>> =>
    (coming ??= load().then(
      (module) => (known = module.default),
      (failure: unknown) => {
        coming = undefined;
        throw failure;
      },
    ));
  function OnDemandContent(props: P): ReactNode {
    const [found, setFound] = useState<{ Content?: ComponentType<P>; failure?: unknown }>(known ? { Content: known } : {});
    const { Content } = found;
    useEffect(() => {
      if (!Content)
        loadPage(name, fetch).then(
          (now) => setFound({ Content: now }),
          (failure: unknown) => setFound({ failure }),
        );
    }, [Content]);
    if (found.failure) throw found.failure;
    return Content ? <Content {...props} /> : waiting;
  }
  // What is fetched ahead may fail in silence; only who needs it now has the document reloaded.
  const warm = (): Promise<void> =>
    fetch().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(OnDemandContent, { warm });
}

/** Fetches what will be needed when the page has been drawn: it is there then without a network, too. */
export function useWarm(content: { warm(): Promise<void> }): void {
  useEffect(() => {
    const timer = setTimeout(() => void content.warm(), 2500);
    return () => clearTimeout(timer);
  }, [content]);
}
