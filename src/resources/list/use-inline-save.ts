import { useInvalidate, useUpdate } from '@refinedev/core';
import { useState } from 'react';
import { invalid, problem } from '../../schemas/kit/problem';
import { same } from '../form/form-fields';
import { textOf, type AnyRow } from '../kind-looks';
import { refusalOf } from '../refusal';
import type { OpenCell } from './inline-host';

/**
 * Saves fields of a row with the version that the list showed, and answers the stored row. Rejects with the field's error when someone
 * else changed one of them meanwhile; what they changed beside stays theirs.
 */
export function useInlineSave({ resource, name, row }: Pick<OpenCell, 'resource' | 'name' | 'row'>) {
  const invalidate = useInvalidate();
  const { mutateAsync: update } = useUpdate();
  const [shown] = useState(row); // when the cell was opened: the list may have been read again since
  const [version, setVersion] = useState(row['row_version']);
  const save = async (changes: AnyRow, from: unknown = version): Promise<AnyRow> => {
    try {
      const { data } = await update({
        resource: resource.name,
        id: row.id,
        values: { ...changes, row_version: from },
        successNotification: false,
        errorNotification: false,
      });
      return data;
    } catch (error) {
      const { current, message, errors } = refusalOf(error);
      if (!current) throw problem(422, message, errors);
      const theirs: AnyRow = current;
      const isElsewhere = Object.keys(changes).every((field) => same(theirs[field], shown[field]));
      if (isElsewhere && theirs['row_version'] !== from) return save(changes, theirs['row_version']);
      setVersion(theirs['row_version']);
      void invalidate({ resource: resource.name, invalidates: ['list'] });
      const now = textOf(resource, name, theirs);
      throw invalid(name, `Someone else saved first: the value is now '${now}'. Save again to replace it.`);
    }
  };
  return (changes: AnyRow): Promise<AnyRow> => save(changes);
}
