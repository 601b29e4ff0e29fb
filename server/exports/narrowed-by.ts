import { words } from '../../src/kinds/kind';
import { mayDo } from '../../src/schemas/kit/access';
import { resources } from '../../src/schemas/kit/all';
import { Problem } from '../../src/schemas/kit/problem';
import { chosenRows } from '../catalogue/chosen-rows';
import { withCustomOf } from '../catalogue/custom-specs';
import type { Context } from '../context/context';
import { hooksOf } from '../hooks/all';
import { valuesOf } from '../store/list-request';
import { cellLines, filterLines } from './list-filter-lines';

/** What a list was narrowed to, in the words of its filters; null for other exports, and where its filters are no longer offered. */
export async function narrowedBy(context: Context, kind: string, query: Context['query']): Promise<string | null> {
  const plain = resources.find(({ name }) => name === kind);
  if (!plain || !mayDo(context.session, plain.access, 'list')) return null;
  try {
    const { request } = await chosenRows(plain, hooksOf(plain), context, query);
    const lines = [
      ...(await filterLines(context, await withCustomOf(plain, context), request)),
      ...(await cellLines(context, query['cell'])),
    ];
    const named = new Set([...request.named.map(([name]) => name), 'cell', 'q']);
    const own = Object.entries(query).flatMap(([name, value]) => {
      const values = named.has(name) || name.startsWith('_') ? [] : valuesOf(name, value);
      return values.length && values.join() !== 'all' ? [`${words(name)}: ${values.join(', ')}`] : [];
    });
    const texts = lines.flatMap((line) => (line.length ? [line.join(' ')] : []));
    return [...(request.q ? [`Search: ${request.q}`] : []), ...texts, ...own].join(' · ');
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
