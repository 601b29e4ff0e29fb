import { choicesOf, pageOf, rowOf, saveRow, type FormOf } from '../../providers/calls/records';
import { useCall } from '../../providers/calls/use-call';
import { useWho } from '../../providers/session/who';
import type { dialerLists } from '../../schemas/automation/dialer-lists';
import type { dialerRules } from '../../schemas/automation/dialer-rules';
import { isRecord, recordIn } from '../../schemas/kit/is-record';
import { Problem } from '../../schemas/kit/problem';
import type { Row } from '../../schemas/kit/resource';
import type { Choice } from '../../schemas/kit/wire-types';

export type DialerRuleRow = Row<typeof dialerRules>;
export type LeadList = Choice<typeof dialerLists>;

const asStaff = (type: string | undefined): boolean => type === 'org';

const leadLists = choicesOf<typeof dialerLists>('GET dialer/lead/list');
const ruleRead = rowOf<typeof dialerRules>('GET dialer/config/{id}');
/** A page of the rules, by whatever values: what a saved rule makes old. */
export const ruleList = pageOf<typeof dialerRules>('GET dialer/config?page_number,limit,clgId');

/** The lead lists to choose from, and the rule with this id; without an id no rule is loaded. */
export function useDialerRule(id: string | null) {
  const isStaff = asStaff(useWho()?.type);
  const lists = useCall(leadLists, {}, { enabled: isStaff, staleTime: 60_000 });
  // gcTime: what is edited is what is stored now
  const rule = useCall(ruleRead, { id: id ?? '' }, { enabled: isStaff && id !== null, gcTime: 0, retry: false });
  return { isStaff, lists, rule };
}

/** The id of the saved rule; otherwise the text in `data` of the answer. */
export async function saveDialerRule(
  values: FormOf<typeof dialerRules>,
  version?: number,
): Promise<{ readonly id: string } | { readonly refusal: string }> {
  try {
    const headers = version === undefined ? {} : { headers: { 'If-Match': String(version) } };
    const { body } = await saveRow<typeof dialerRules>('POST dialer/config', values, headers);
    const answer = isRecord(body) ? body : {};
    if (answer['code'] === 200) return { id: String(recordIn(answer['data'])['id'] ?? values['id'] ?? '') };
    return { refusal: textOf(answer['data'], answer['message']) };
  } catch (error) {
    if (error instanceof Problem) return { refusal: textOf(error.more['data'], error.message) };
    throw error;
  }
}

const textOf = (...texts: readonly unknown[]): string =>
  texts.find((text): text is string => typeof text === 'string' && text !== '') ?? 'Some Error';
