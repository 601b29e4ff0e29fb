import { applications } from '../../../src/schemas/applications/applications';
import { presentRow } from '../../catalogue/answers';
import { keyFrom } from '../../catalogue/drafts';
import { updateRecord } from '../../catalogue/update';
import type { Handlers, Reply } from '../../context/context';
import { handleAction, type ActionContext } from '../../context/handle-action';
import { hooks } from '../../hooks/applications/applications';

export const handlers: Handlers = {
  ...handleAction(applications, 'submit', submit),
};

/**
 * Staff submits an application filled in for an applicant: the same step as in the record's form, with its rules
 * (hooks/applications).
 */
async function submit(context: ActionContext<typeof applications, 'submit'>): Promise<Reply> {
  const key = keyFrom(applications, context);
  const row = await updateRecord(applications, hooks, key, { values: { state: 'submitted' } }, context);
  return { message: 'Application submitted.', data: await presentRow(applications, {}, row, context) };
}
