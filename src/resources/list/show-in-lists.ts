import type { QueryClient } from '@tanstack/react-query';
import type { AnyRow } from '../kind-looks';

/** A row, or the values of it that change. */
type Shown = AnyRow;

type Id = string | number;
interface Rows {
  readonly data?: readonly (Shown & { readonly id: Id })[];
}

/** Shows the values in every list of the resource that has the record, before the server has answered; the answer takes them back. */
export function showInLists(client: QueryClient, resource: string, id: Id, values: Shown): () => void {
  const before = new Map<string, Shown>();
  const put = (patchOf: (row: Shown, key: string) => Shown): void => {
    const lists = {
      predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.includes(resource) && queryKey.includes('list'),
    };
    for (const [queryKey, answer] of client.getQueriesData<Rows>(lists)) {
      if (!answer || !Array.isArray(answer.data)) continue;
      const key = JSON.stringify(queryKey);
      const data = answer.data.map((row) => (row.id === id ? { ...row, ...patchOf(row, key) } : row));
      client.setQueryData<Rows>(queryKey, { ...answer, data });
    }
  };
  put((row, key) => {
    before.set(key, Object.fromEntries([...Object.keys(values), '_labels'].map((name) => [name, row[name]])));
    return { ...values, _labels: { ...row._labels, ...values._labels } };
  });
  return () => put((_, key) => before.get(key) ?? {});
}
