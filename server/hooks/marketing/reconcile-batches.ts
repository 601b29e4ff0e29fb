import type { reconcileBatches } from '../../../src/schemas/marketing/reconcile-batches';
import type { Draft } from '../../../src/schemas/kit/resource';
import { storeFile, shownFile } from '../../files/file-field';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';

const list = {
  resource: 'reconcile-batches',
  field: 'file',
  title: 'List',
  bytes: 10 * 1024 * 1024,
  kinds: {
    csv: { mime: 'text/csv' },
    xlsx: { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', starts: [[0x50, 0x4b, 0x03, 0x04]] },
  },
} as const;

async function kept(
  values: Draft<typeof reconcileBatches>,
  context: Context,
  id?: string,
): Promise<Draft<typeof reconcileBatches>> {
  return values.file === undefined ? values : { ...values, file: (await storeFile(values.file, list, context, id)).address };
}

export const hooks: Hooks<typeof reconcileBatches> = {
  beforeCreate: (draft, context) => kept(draft, context),
  beforeUpdate: (patch, before, context) => kept(patch, context, before.id),
  present: async (rows, context) => rows.map((row) => ({ ...row, file: shownFile(row.file, context) })),
};
