import { useState } from 'react';
import { loadForm, loadResource } from '../../providers/screens/resource-chunk';
import { toasts } from '../../ui/toasts/toasts';

/** A record that a reference is missing. */
export interface Missing {
  readonly target: string;
  readonly text: string;
  readonly done: (key: string | number) => void;
}

/** The missing record whose form is open, once that has loaded; if it cannot be loaded, the outer form stays as it is. */
export function useMissing(): {
  missing: Missing | undefined;
  onCreate: (target: string, text: string, done: Missing['done']) => void;
  onCreated: () => void;
} {
  const [missing, setMissing] = useState<Missing>();
  const [calls] = useState(() => ({
    onCreate: (target: string, text: string, done: Missing['done']): void =>
      void loadResource(target)
        .then(loadForm)
        .then(
          () => setMissing({ target, text, done }),
          () => toasts.error('The form could not be loaded. Check your connection and try again.'),
        ),
    onCreated: (): void => setMissing(undefined),
  }));
  return { missing, ...calls };
}
