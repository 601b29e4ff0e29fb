import { verdictOf } from '../../providers/calls/answers';
import { saveForm } from '../../providers/calls/records';
import type { tenant } from '../../schemas/access-control/tenant';
import type { FieldError } from '../../schemas/kit/problem';

/** The result of a save, by the `code` of the answer. */
export type Saved =
  | { readonly as: 'saved'; readonly message: string }
  /** 204 and 500: shown as a success although the modal stays open, as specified (D-099). */
  | { readonly as: 'told'; readonly message: string }
  | { readonly as: 'refused'; readonly message: string; readonly errors: readonly FieldError[] };

/** Sends the form. Throws if there was no answer, or an HTTP failure without an envelope. */
export async function saveTenant(id: string, body: FormData): Promise<Saved> {
  const answer = await saveForm<typeof tenant>('POST update_tenant/{id}', id, body);
  const { code, message, errors } = verdictOf(answer.body);
  if (code === 200) return { as: 'saved', message };
  return code === 204 || code === 500 ? { as: 'told', message } : { as: 'refused', message: message || 'Some Error', errors };
}
