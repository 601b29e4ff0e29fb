import * as hierarchyCalls from '../../../src/schemas/calls/user-hierarchy';
import { mostPeople } from '../../catalogue/reporting-people';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { hierarchyExport } from '../../exports/export-plan';
import { queueExport } from '../../exports/queue-export';
import { hierarchyPeople } from '../../reports/hierarchy-people';

export const handlers: Handlers = {
  ...handle(hierarchyCalls.userHierarchy, readHierarchy),
  ...handle(hierarchyCalls.userHierarchyExport, exportHierarchy),
};

async function readHierarchy(
  context: CallContext<typeof hierarchyCalls.userHierarchy>,
): Promise<CallReply<typeof hierarchyCalls.userHierarchy>> {
  return { data: await hierarchyPeople(context, mostPeople) };
}

async function exportHierarchy(
  context: CallContext<typeof hierarchyCalls.userHierarchyExport>,
): Promise<CallReply<typeof hierarchyCalls.userHierarchyExport>> {
  return queueExport(context, { resource: hierarchyExport, format: 'csv', query: {} });
}
