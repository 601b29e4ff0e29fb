import * as pushChannelCalls from '../../../src/schemas/calls/push-channel';
import { problem } from '../../../src/schemas/kit/problem';
import type { Handlers } from '../../context/context';
import { handle } from '../../context/handle';
import { pushChannelOf, pushSignature } from '../../live/push-channel';

export const handlers: Handlers = {
  ...handle(pushChannelCalls.pushAuth, async ({ services, session, body }) => {
    const { socket_id: socketId, channel_name: channel } = body;
    const settings = services.config.push;
    if (!settings) throw problem(404, 'No push service is connected.');
    if (channel !== pushChannelOf(session.tenantId, session.userId)) throw problem(404, 'This channel does not exist.');
    return { more: { auth: pushSignature(settings, socketId, channel) } };
  }),
};
