import { useQuery } from '@tanstack/react-query';
import { callWire, sendWire, type CallValues } from '../../providers/call';
import { useWho } from '../../providers/who';
import type { ConditionBlock, Joint } from '../../schemas/kit/conditions';
import { Problem } from '../../schemas/kit/problem';
import { parseWire } from '../../schemas/kit/wire';

/** A row of the list of dialer rules, as the form reads it. */
export interface DialerRuleRow {
  readonly id: string;
  readonly name: string;
  readonly triggerType: 'create' | 'update';
  readonly rule: readonly ConditionBlock[];
  readonly globleCondtion?: Joint | null;
  readonly listIds: readonly string[];
  readonly listNames?: readonly string[];
  readonly priority?: number | null;
  readonly status: number;
  readonly createdByName?: string | null;
  readonly createdAt?: string | null;
  readonly row_version?: number;
}
export interface LeadList {
  readonly key: string;
  readonly value: string;
}

const asStaff = (type: string | undefined): boolean => type === 'org';

/** The lead lists to choose from, and the rule of this id; none is asked for without one. */
export function useDialerRule(id: string | null) {
  const isStaff = asStaff(useWho()?.type);
  const lists = useQuery({
    queryKey: ['dialer-lead-lists'],
    queryFn: async ({ signal }) =>
      (await callWire<readonly LeadList[]>({ wire: 'GET dialer/lead/list', as: 'list' }, {}, { signal })).data,
    enabled: isStaff,
    staleTime: 60_000,
  });
  const rule = useQuery({
    queryKey: ['dialer-rules', id],
    queryFn: async ({ signal }) =>
      (await callWire<DialerRuleRow>({ wire: 'GET dialer/config/{id}', as: 'read' }, { id }, { signal })).data,
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
    const { code, data, message } = body as { code?: number; data?: unknown; message?: unknown };
    return code === 200 ? null : textOf(data, message);
  } catch (error) {
    if (error instanceof Problem) return textOf(error.more['data'], error.message);
    throw error;
  }
}

const textOf = (...texts: readonly unknown[]): string =>
  texts.find((text): text is string => typeof text === 'string' && text !== '') ?? 'Some Error';
