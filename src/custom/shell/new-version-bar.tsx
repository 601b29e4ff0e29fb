import { Modal } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useNewBuild } from '../../providers/build';
import { holdsTyping, watchTyping } from '../../ui/typed-fields';

/** The server has a newer build: says so and offers to reload. What somebody is writing is lost only when they say so. */
export function NewVersionBar(): ReactNode {
  const newer = useNewBuild();
  const [asking, setAsking] = useState(false);
  useEffect(watchTyping, []);
  const reload = (): void => {
    // They were asked already; the browser does not ask again.
    window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
    window.location.reload();
  };
  return (
    <div role="status" className={newer ? 'p-new-version' : undefined}>
      {newer ? (
        <>
          A new version is ready.
          <button type="button" className="p-link" onClick={() => (holdsTyping() ? setAsking(true) : reload())}>
            Reload
          </button>
        </>
      ) : null}
      <Modal
        title="Reload now?"
        open={asking}
        onCancel={() => setAsking(false)}
        onOk={reload}
        okText="Reload anyway"
        cancelText="Keep writing"
        width={400}
        centered
      >
        What you typed is not saved and would be lost.
      </Modal>
    </div>
  );
}
