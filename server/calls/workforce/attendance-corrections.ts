import * as reportCalls from '../../../src/schemas/calls/attendance-report';
import { invalid, notAllowed, Problem, problem } from '../../../src/schemas/kit/problem';
import { attendanceCorrections, type AttendanceCorrection } from '../../../src/schemas/workforce/attendance-corrections';
import { presentRow } from '../../catalogue/answers';
import { keyFrom } from '../../catalogue/drafts';
import { fetchRow } from '../../catalogue/rows';
import { updateRow } from '../../catalogue/update';
import type { Context, Handlers, Reply } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { handleAction, type ActionContext } from '../../context/handle-action';
import { refuseTransition } from '../../domain/transitions';
import { decideCorrection } from '../../workforce/decide-correction';

export const handlers: Handlers = {
  ...handle(reportCalls.decideCorrections, decideMany),
  ...handleAction(attendanceCorrections, 'decision', decideOne),
  ...handleAction(attendanceCorrections, 'cancel', cancel),
};

async function decideOne(context: ActionContext<typeof attendanceCorrections, 'decision'>): Promise<Reply> {
  const { status, remark } = context.body;
  if (status !== 'approved' && status !== 'rejected') throw invalid('status', 'Status must be approved or rejected');
  if (remark !== undefined && remark !== null && (typeof remark !== 'string' || remark.length > 300))
    throw invalid('remark', 'Remark can have up to 300 characters');
  const id = String(keyFrom(attendanceCorrections, context));
  return answer(await decideCorrection(id, { status, remark: remark ?? null }, context), `Correction ${status}.`, context);
}

/** In the order of their ids, so that two managers with the same rows wait for each other. What is refused stays as it was. */
async function decideMany(
  context: CallContext<typeof reportCalls.decideCorrections>,
): Promise<CallReply<typeof reportCalls.decideCorrections>> {
  const { ids, status, remark = null } = context.body;
  const skipped: { id: string; reason: string }[] = [];
  for (const id of [...ids].sort())
    try {
      await decideCorrection(id, { status, remark }, context);
    } catch (error) {
      // Refused before anything of this row was written.
      if (!(error instanceof Problem) || error.code >= 500) throw error;
      skipped.push({ id, reason: error.message });
    }
  return { data: { done: ids.length - skipped.length, skipped } };
}

/** The person who asked can take a request back until it is decided. */
async function cancel(context: Context): Promise<Reply> {
  const before = await fetchRow(attendanceCorrections, keyFrom(attendanceCorrections, context), context, { lock: true });
  if (before.user_id !== context.session.userId) throw problem(403, notAllowed);
  refuseTransition('attendance-corrections', before.state, 'cancelled');
  return answer(await updateRow(attendanceCorrections, before.id, { state: 'cancelled' }, context), 'Request cancelled.', context);
}

const answer = async (row: AttendanceCorrection, message: string, context: Context): Promise<Reply> => ({
  message,
  data: await presentRow(attendanceCorrections, {}, row, context),
});
