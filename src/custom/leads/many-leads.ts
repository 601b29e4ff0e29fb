import type { RowsMeant } from '../../providers/calls/list-work';
import type { List } from '../../resources/list/use-list';
import { counted } from '../../schemas/kit/counted';
import type { Lead } from '../../schemas/leads/leads';
import { countText } from '../../ui/marks/numbers';

/** The selected leads: which, how a sentence names them ('12 leads'), and their number where it is known. */
export interface ManyLeads {
  readonly rows: RowsMeant;
  readonly text: string;
  readonly count: number | undefined;
}

export function manyLeads({ selection, query, total, totalExact }: List<Lead>): ManyLeads {
  if (!selection.all)
    return { rows: { ids: [...selection.chosen] }, text: counted(selection.size, 'lead'), count: selection.size };
  return {
    rows: { query },
    text: `${countText(total ?? 0, totalExact)} ${total === 1 ? 'lead' : 'leads'}`,
    count: totalExact ? total : undefined,
  };
}
