import { feedback } from '../../../src/schemas/access-control/feedback';
import { Problem } from '../../../src/schemas/kit/problem';
import { catalogueHandlers, type CatalogueOperation } from '../../catalogue/catalogue';
import type { Context, Handlers, Reply } from '../../context/context';
import { handleAction } from '../../context/handle-action';
import { hooks } from '../../hooks/access-control/feedback';

const generic = catalogueHandlers(feedback, hooks);

export const handlers: Handlers = {
  ...handleAction(feedback, 'create', (context) => flagged('create', context, 'Feedback submitted successfully')),
  ...handleAction(feedback, 'list', (context) => flagged('list', context)),
  ...handleAction(feedback, 'update', (context) => flagged('update', context, 'Feedback updated successfully')),
};

/** These three return `success` as well as the envelope's code. */
async function flagged(operation: CatalogueOperation, context: Context, message?: string): Promise<Reply> {
  try {
    const reply = await generic[operation]!(context);
    return { ...reply, ...(message ? { message } : {}), more: { ...reply.more, success: true } };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(error.code, error.message, error.errors, { ...error.more, success: false });
  }
}
