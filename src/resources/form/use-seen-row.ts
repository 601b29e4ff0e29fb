import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { customKey } from '../../schemas/kit/custom-fields';
import type { AnyResource } from '../../schemas/kit/resource';
import { formFields } from './form-fields';
import { isStored, type StoredRow } from './stored-row';

/**
 * The record as a list or page of this browser showed it recently: the form opens with it at once, and the read that follows
 * updates it (SPEED-F5). Undefined if no complete record is cached.
 */
export function useSeenRow(resource: AnyResource, id: string | number | undefined): StoredRow | undefined {
  const client = useQueryClient();
  const [seen] = useState(() => {
    if (id === undefined) return undefined;
    const answers = client.getQueriesData<{ data?: unknown }>({ predicate: ({ queryKey }) => queryKey.includes(resource.name) });
    const rows = answers.flatMap(([, answer]) => [answer?.data ?? []].flat().filter(isStored));
    const own = rows.filter((row) => String(row.id) === String(id) && isWhole(resource, row));
    return own.toSorted((a, b) => Number(b.row_version) - Number(a.row_version))[0];
  });
  return seen;
}

function isWhole(resource: AnyResource, row: StoredRow): boolean {
  const needed = formFields(resource).filter((name) => !resource.secret?.includes(name) && customKey(name) === undefined);
  return typeof row.row_version === 'number' && needed.every((name) => Object.hasOwn(row, name));
}
