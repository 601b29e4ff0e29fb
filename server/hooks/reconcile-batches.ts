import { keepFile, shownFile } from '../files/file-field';
import type { Context } from '../context/context';
import type { Hooks } from '../context/hooks';

type Row = Record<string, unknown>;

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

async function kept(values: Row, context: Context, id?: string): Promise<Row> {
  return values['file'] === undefined ? values : { ...values, file: (await keepFile(values['file'], list, context, id)).address };
}

export const hooks: Hooks = {
  beforeCreate: (draft, context) => kept(draft, context),
  beforeUpdate: (patch, before, context) => kept(patch, context, String(before['id'])),
  present: async (rows, context) => rows.map((row) => ({ ...row, file: shownFile(row['file'], context) })),
};
