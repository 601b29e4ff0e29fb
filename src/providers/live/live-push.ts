import { pushAuth } from '../../schemas/calls/push-channel';
import { call } from '../calls/call';
import { takeDialerCall } from './live-calls';
import { currentSession } from '../session/session';
import { loadTenantConfig } from '../session/tenant-config';

/** Subscribes to the user's private channel of the push service if one is configured. Returns a function that unsubscribes. */
export function startPush(): () => void {
  let stop: (() => void) | undefined;
  let stopped = false;
  const start = async (): Promise<void> => {
    const push = (await loadTenantConfig())?.push;
    const session = currentSession();
    if (!push?.key || !session || stopped) return;
    const { default: Pusher } = await import('pusher-js');
    if (stopped) return;
    const url = push.url ? new URL(push.url) : undefined;
    const pusher = new Pusher(push.key, {
      cluster: push.cluster,
      ...(url
        ? {
            wsHost: url.hostname,
            wsPort: Number(url.port) || 80,
            wssPort: Number(url.port) || 443,
            forceTLS: url.protocol === 'wss:',
          }
        : { forceTLS: true }),
      enabledTransports: ['ws', 'wss'],
      channelAuthorization: {
        transport: 'ajax',
        endpoint: '/api/push/auth',
        customHandler: ({ socketId, channelName }, done) => {
          call(pushAuth, { socket_id: socketId, channel_name: channelName }).then(
            (answer) => done(null, { auth: answer.auth }),
            (error: unknown) => done(error instanceof Error ? error : new Error('refused'), null),
          );
        },
      },
    });
    pusher.subscribe(`private-tenant-${session.persisted.tid}-user-${session.user.id}`).bind('dialer_call', takeDialerCall);
    stop = () => pusher.disconnect();
  };
  start().catch(console.error);
  return () => {
    stopped = true;
    stop?.();
  };
}
