import { App } from 'antd';
import { useMemo } from 'react';
import { messageOf } from './states';

export interface Toasts {
  success(text: string): void;
  warning(text: string): void;
  /** A sentence, or whatever was thrown. */
  error(what: unknown): void;
}

/** Short messages at the top; the only way to antd's message, so that theme and nonce hold. */
export function useToasts(): Toasts {
  const { message } = App.useApp();
  return useMemo(
    () => ({
      success: (text) => void message.success(text),
      warning: (text) => void message.warning(text),
      error: (what) => void message.error(typeof what === 'string' ? what : messageOf(what)),
    }),
    [message],
  );
}
