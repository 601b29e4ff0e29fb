import { useQuery } from '@tanstack/react-query';
import { sendWire, type CallValues } from '../../providers/calls/call';
import { choicesBy, rowBy } from '../../providers/calls/records';
import { useWho } from '../../providers/session/who';
import type { dialerLists } from '../../schemas/automation/dialer-lists';
import type { dialerRules } from '../../schemas/automation/dialer-rules';
import { isRecord } from '../../schemas/kit/is-record';
import { Problem } from '../../schemas/kit/problem';
import type { Row } from '../../schemas/kit/resource';
import { parseWire } from '../../schemas/kit/wire';
import type { Choice } from '../../schemas/kit/wire-types';

export type DialerRuleRow = Row<typeof dialerRules>;
export type LeadList = Choice<typeof dialerLists>;

const asStaff = (type: string | undefined): boolean => type === 'org';

/** The lead lists to choose from, and the rule of this id; none is asked for without one. */
export function useDialerRule(id: string | null) {
  const isStaff = asStaff(useWho()?.type);
  const lists = useQuery({
    queryKey: ['dialer-lead-lists'],
    queryFn: ({ signal }) => choicesBy<typeof dialerLists>('GET dialer/lead/list', {}, { signal }),
    enabled: isStaff,
    staleTime: 60_000,
  });
  const rule = useQuery({
    queryKey: ['dialer-rules', id],
    queryFn: ({ signal }) => rowBy<typeof dialerRules>('GET dialer/config/{id}', { id }, { signal }),
    enabled: isStaff && id !== null,
    gcTime: 0, // what is edited is what is stored now
    retry: false,
  });
  return { isStaff, lists, rule };
}

/** Null once saved, otherwise the text that the server gives in `data`. */
export async function saveDialerRule(values: CallValues, version?: number): Promise<string | null> {
  try {
    const headers = version === undefined ? {} : { headers: { 'If-Match': String(version) } };
    const { body } = await sendWire(parseWire('POST dialer/config'), values, { writes: true, ...headers });
    const answer = isRecord(body) ? body : {};
    return answer['code'] === 200 ? null : textOf(answer['data'], answer['message']);
  } catch (error) {
    if (error instanceof Problem) return textOf(error.more['data'], error.message);
    throw error;
  }
}

const textOf = (...texts: readonly unknown[]): string =>
  texts.find((text): text is string => typeof text === 'string' && text !== '') ?? 'Some Error';
