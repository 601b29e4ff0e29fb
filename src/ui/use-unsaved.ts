import { useWarnAboutChange } from '@refinedev/core';
import { App } from 'antd';
import { useEffect, useState } from 'react';

/** Warns while there is something to lose; answers what a form does on Cancel and Escape: it asks then, and leaves. */
export function useUnsaved(dirty: boolean): (leave: () => void) => void {
  const { modal } = App.useApp();
  const [left, setLeft] = useState(false);
  useUnsavedWarning(dirty && !left);
  return (leave) => {
    if (!dirty) return leave();
    modal.confirm({
      title: 'Leave without saving?',
      content: 'What you entered is lost.',
      okText: 'Leave',
      cancelText: 'Keep editing',
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => {
        setLeft(true);
        setTimeout(leave); // once the warning is off
      },
    });
    return undefined;
  };
}

/** The browser asks before the tab closes, refine before a link leads away. */
function useUnsavedWarning(dirty: boolean): void {
  const { setWarnWhen } = useWarnAboutChange();
  useEffect(() => {
    if (!dirty) return undefined;
    const own = {};
    unsaved.add(own);
    setWarnWhen?.(true);
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      unsaved.delete(own);
      setWarnWhen?.(unsaved.size > 0);
    };
  }, [dirty, setWarnWhen]);
}
/** A form may stand in front of another; the warning goes with the last of them. */
const unsaved = new Set<object>();
