import { ask } from './ask';

/** Asks before input is lost; calls `leave` if the user confirms, otherwise `stay`. */
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
