import { reports } from '../../../src/schemas/kit/all';
import type { Handlers } from '../../context/context';
import { handle } from '../../context/handle';
import { reportTable } from './report-table';

/** One handler for each report; what it answers is the report's own declaration. */
export const handlers: Handlers = Object.assign(
  {},
  ...reports.map((call) => handle(call, async (context) => ({ data: await reportTable(context, call.report, context.query) }))),
);
