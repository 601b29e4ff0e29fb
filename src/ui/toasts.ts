import { App } from 'antd';
import { useMemo } from 'react';
import { Problem, Refusal } from '../schemas/kit/problem';
import { messageOf } from './states';

export interface Toasts {
  success(text: string): void;
  warning(text: string): void;
  /** A sentence, or whatever was thrown: the server's own message, as a warning where it answered with a code (D-053). */
  error(what: unknown): void;
}

/** Short messages at the top; the only way to antd's message, so that theme and nonce hold. */
export function useToasts(): Toasts {
  const { message } = App.useApp();
  return useMemo(
    () => ({
      success: (text) => void message.success(text),
      warning: (text) => void message.warning(text),
      error: (what) => {
        if (what instanceof Refusal) void message.warning(what.message);
        else void message.error(typeof what === 'string' ? what : what instanceof Problem ? what.message : messageOf(what));
      },
    }),
    [message],
  );
}
