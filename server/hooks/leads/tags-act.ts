import { mayDo } from '../../../src/schemas/kit/access';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { leads } from '../../../src/schemas/leads/leads';
import type { ActValues, BulkAct } from '../../context/hooks';
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
    const tags = nextTags(row, values);
    if (!tags) throw problem(409, unchanged);
    return { values: { tags } };
  },
  refusals: async (rows, values) => rows.map((row) => (nextTags(row, values) ? null : unchanged)),
};

const unchanged = 'It already has this value.';

/** The tags that the lead will have; undefined where nothing changes. */
function nextTags({ tags }: { readonly tags?: readonly string[] | null }, values: Readonly<ActValues>): string[] | undefined {
  const [add, remove] = [textsIn(values, 'add', most, longest), textsIn(values, 'remove', most, longest)];
  const now = tags ?? [];
  const next = [...new Set([...now.filter((tag) => !remove.includes(tag)), ...add])];
  return next.length === now.length && next.every((tag) => now.includes(tag)) ? undefined : next;
}
