import { mayDo } from '../../../src/schemas/kit/access';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { leads } from '../../../src/schemas/leads/leads';
import type { BulkAct } from '../../context/hooks';
import { textsIn } from './act-values';

const most = 20;
const longest = leads.fields.properties.tags.items.maxLength;

/** Adds tags, and takes others away; what else a lead is tagged with stays. */
export const tagsAct: BulkAct<typeof leads> = {
  done: 'Changed the tags of',
  undoes: 'fields',
  may: (session) => mayDo(session, leads.access, 'update') && mayDo(session, leads.access, 'export'),
  async check(values) {
    const [add, remove] = [textsIn(values, 'add', most, longest), textsIn(values, 'remove', most, longest)];
    if (!add.length && !remove.length) throw invalid('add', 'Enter a tag to add or to remove');
    const both = add.find((tag) => remove.includes(tag));
    if (both !== undefined) throw invalid('remove', `${both} cannot be added and removed at once`);
    return { add, remove };
  },
  async run(row, values) {
    const [add, remove] = [textsIn(values, 'add', most, longest), textsIn(values, 'remove', most, longest)];
    const tags = row.tags ?? [];
    const next = [...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add])];
    if (next.length === tags.length && next.every((tag) => tags.includes(tag))) throw problem(409, 'It already has this value.');
    return { values: { tags: next } };
  },
};
