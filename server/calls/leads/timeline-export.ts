import * as timelineCalls from '../../../src/schemas/calls/timeline';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { queueExport } from '../../exports/queue-export';
import { newestEntry } from '../../exports/timeline-plan';

export const handlers: Handlers = {
  ...handle(timelineCalls.timelineExport, exportTimeline),
};

/** The entries under the filters of the screen, up to the one that is the newest now. */
async function exportTimeline(
  context: CallContext<typeof timelineCalls.timelineExport>,
): Promise<CallReply<typeof timelineCalls.timelineExport>> {
  const newest = await newestEntry(context);
  return queueExport(context, { resource: 'timeline', format: 'csv', query: context.body, newest });
}
