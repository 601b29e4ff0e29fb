import { useEffect, type ReactNode } from 'react';
import { useNewBuild } from '../../providers/screens/build';
import { ask } from '../../ui/dialogs/ask';
import { holdsTyping, watchTyping } from '../../ui/fields/typed-fields';

/** Shown when the server has a newer build, with a button to reload. Unsaved input is lost only after confirmation. */
export function NewVersionBar(): ReactNode {
  const newer = useNewBuild();
  useEffect(watchTyping, []);
  const reload = (): void => {
    // The user has confirmed already, so the browser does not ask again.
    window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
    window.location.reload();
  };
  const askFirst = (): void =>
    ask({
      title: 'Reload now?',
      content: 'What you typed is not saved and would be lost.',
      okText: 'Reload anyway',
      cancelText: 'Keep writing',
      onOk: reload,
    });
  return (
    <div role="status" className={newer ? 'p-new-version' : undefined}>
      {newer ? (
        <>
          A new version is ready.
          <button type="button" className="p-link" onClick={() => (holdsTyping() ? askFirst() : reload())}>
            Reload
          </button>
        </>
      ) : null}
    </div>
  );
}
