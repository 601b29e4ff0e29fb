import { useInvalidate, useUpdate } from '@refinedev/core';
import { useState } from 'react';
import { invalid, problem } from '../../schemas/kit/problem';
import { same } from '../form/form-fields';
import { textOf } from '../kind-looks';
import { refusalOf } from '../refusal';
import type { OpenCell } from './inline-host';

/**
 * Saves fields of a row with the version that the list showed, and answers the new version. Rejects with the field's error when someone
 * else changed one of them meanwhile; the other fields keep what they saved.
 */
export function useInlineSave({ resource, name, row }: Pick<OpenCell, 'resource' | 'name' | 'row'>) {
  const invalidate = useInvalidate();
  const { mutateAsync: update } = useUpdate();
  // As it was when the cell was opened, or the last message said: the list may have been read again since.
  const [shown, setShown] = useState<Partial<OpenCell['row']>>(row);
  const save = async (changes: Partial<OpenCell['row']>, from = shown['row_version']): Promise<unknown> => {
    try {
      const { data } = await update({
        resource: resource.name,
        id: row.id,
        values: { ...changes, row_version: from },
        successNotification: false,
        errorNotification: false,
      });
      return data['row_version'];
    } catch (error) {
      const { current, message, errors } = refusalOf(error);
      if (!current) throw problem(422, message, errors);
      const isElsewhere = Object.keys(changes).every((field) => same(current[field], shown[field]));
      if (isElsewhere && current['row_version'] !== from) return save(changes, current['row_version']);
      setShown(current);
      void invalidate({ resource: resource.name, invalidates: ['list'] });
      const now = textOf(resource, name, current);
      throw invalid(name, `Someone else saved first: the value is now '${now}'. Save again to replace it.`);
    }
  };
  return save;
}
