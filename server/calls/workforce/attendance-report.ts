import * as reportCalls from '../../../src/schemas/calls/attendance-report';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { attendanceExport } from '../../exports/export-plan';
import { planExport } from '../../exports/plan-export';
import { queueExport } from '../../exports/queue-export';
import { readDay } from '../../workforce/attendance-day';
import { presentByDay, readMonth, shownMonth, totalsOf } from '../../workforce/attendance-report';
import { readTeamToday } from '../../workforce/team-today';

export const handlers: Handlers = {
  ...handle(reportCalls.attendanceReport, report),
  ...handle(reportCalls.attendanceReportExport, exportReport),
  ...handle(reportCalls.attendanceDay, async (context: CallContext<typeof reportCalls.attendanceDay>) => ({
    data: await readDay(context, context.query.user_id, context.query.date),
  })),
  ...handle(reportCalls.teamToday, async (context: CallContext<typeof reportCalls.teamToday>) => ({
    data: await readTeamToday(context),
  })),
};

const pageSize = 50;

async function report(
  context: CallContext<typeof reportCalls.attendanceReport>,
): Promise<CallReply<typeof reportCalls.attendanceReport>> {
  const { page, ...asked } = context.query;
  const read = await readMonth(context, asked);
  return {
    data: {
      month: asked.month,
      days: read.days,
      lock: read.lock,
      as_of: context.services.now().toISOString(),
      leave_types: read.leave_types,
      people: read.people.slice((page - 1) * pageSize, page * pageSize).map(shownMonth),
      count: read.people.length,
      page_size: pageSize,
      totals: totalsOf(read),
      present_by_day: presentByDay(read),
    },
  };
}

async function exportReport(
  context: CallContext<typeof reportCalls.attendanceReportExport>,
): Promise<CallReply<typeof reportCalls.attendanceReportExport>> {
  const { format, ...query } = context.body;
  const order = { resource: attendanceExport, format, query } as const;
  await planExport(order, context);
  return queueExport(context, order);
}
