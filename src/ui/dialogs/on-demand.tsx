import { Suspense, startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { loadPage } from '../../providers/screens/load-page';

/** A component whose code loads when it is first shown, or earlier by `warm`. */
export type OnDemand<P extends object> = ComponentType<P> & { warm(): Promise<void> };

/**
 * Renders `load`'s component, and `waiting` until its code has loaded. React's own `lazy` would hold the page back for 300 ms
 * after another fallback; this one is shown as soon as possible. Where the component itself waits, for a resource's schema file, it
 * alone shows `waiting`: the page around it stays. A failure reaches the error boundary.
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
          (now) => startTransition(() => setFound({ Content: now })),
          (failure: unknown) => setFound({ failure }),
        );
    }, [Content]);
    if (found.failure) throw found.failure;
    if (!Content) return waiting;
    return (
      <Suspense fallback={waiting}>
        <Content {...props} />
      </Suspense>
    );
  }
  // A failed preload is ignored; only a component that is needed now reloads the document.
  const warm = (): Promise<void> =>
    fetch().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(OnDemandContent, { warm });
}

/** Preloads code after the page has been rendered, so that it is available without a network too. */
export function useWarm(content: { warm(): Promise<void> }): void {
  useEffect(() => {
    const timer = setTimeout(() => void content.warm(), 2500);
    return () => clearTimeout(timer);
  }, [content]);
}
