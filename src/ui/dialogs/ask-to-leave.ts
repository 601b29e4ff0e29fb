import { ask } from './ask';

/** Asks before what was entered is lost; `leave` is done when the user says so, `stay` when not. */
export const askToLeave = (leave: () => void, stay?: () => void): void =>
  void ask({
    title: 'Leave without saving?',
    content: 'What you entered is lost.',
    okText: 'Leave',
    cancelText: 'Keep editing',
    okButtonProps: { danger: true },
    focusable: { autoFocusButton: 'cancel' },
    onOk: leave,
    ...(stay ? { onCancel: stay } : {}),
  });
