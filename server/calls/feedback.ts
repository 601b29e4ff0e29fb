import { resourceNamed } from '../../src/schemas/kit/all';
import { Problem, problem } from '../../src/schemas/kit/problem';
import { catalogueHandlers, type CatalogueOperation } from '../catalogue/catalogue';
import { hooks } from '../hooks/feedback';
import type { Context, Handlers, Reply } from '../context/context';

const generic = catalogueHandlers(resourceNamed('feedback'), hooks);

export const handlers: Handlers = {
  'feedback.create': (context: Context) => flagged('create', context, 'Feedback submitted successfully'),
  'feedback.list': (context: Context) => flagged('list', context),
  'feedback.update': (context: Context) => flagged('update', context, 'Feedback updated successfully'),
};

/** These three say `success` beside the envelope's code. */
async function flagged(operation: CatalogueOperation, context: Context, message?: string): Promise<Reply> {
  try {
    const reply = await generic[operation]!(context);
    return { ...reply, ...(message ? { message } : {}), more: { ...reply.more, success: true } };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw problem(error.code, error.message, error.errors, { ...error.more, success: false });
  }
}
