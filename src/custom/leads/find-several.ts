import { call } from '../../providers/calls/call';
import { leadFind } from '../../schemas/calls/lead-find';
import { isSeveralContacts } from '../../schemas/kit/pasted-contacts';
import { toasts } from '../../ui/toasts/toasts';

/** What the address says then: `found` where leads were looked for, `q` where the text is a search; null where it was refused. */
export async function findSeveral(text: string): Promise<{ readonly found: string } | { readonly q: string } | null> {
  if (!isSeveralContacts(text)) return { q: text.trim() };
  try {
    return { found: (await call(leadFind, { text })).data.id };
  } catch (error) {
    toasts.error(error);
    return null;
  }
}
