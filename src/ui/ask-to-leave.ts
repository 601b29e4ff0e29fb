import { ask } from './ask';

type Asked = Parameters<typeof ask>[0];

/** Asks before what was entered is lost; `leave` is done when the user says so. */
export const askToLeave = (leave: () => void, more: Pick<Asked, 'onCancel' | 'afterClose'> = {}): void =>
  void ask({
    title: 'Leave without saving?',
    content: 'What you entered is lost.',
    okText: 'Leave',
    cancelText: 'Keep editing',
    okButtonProps: { danger: true },
    focusable: { autoFocusButton: 'cancel' },
    onOk: leave,
    ...more,
  });
