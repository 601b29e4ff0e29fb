import type { NotificationProvider } from '@refinedev/core';
import { App } from 'antd';
import { useMemo } from 'react';

/** refine's messages through antd's App, where the theme and the nonce hold. Used as `notificationProvider={useNotifications}`. */
export function useNotifications(): NotificationProvider {
  const { message } = App.useApp();
  return useMemo(
    () => ({
      open({ message: text, description, type, key }) {
        const content = description && type === 'error' ? description : text;
        void message.open({ content, type: type === 'progress' ? 'loading' : type, ...(key ? { key } : {}) });
      },
      close: (key) => message.destroy(key),
    }),
    [message],
  );
}
