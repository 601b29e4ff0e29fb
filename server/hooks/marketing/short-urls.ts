import { randomBytes } from 'node:crypto';
import type { shortUrls } from '../../../src/schemas/marketing/short-urls';
import type { Hooks } from '../../context/hooks';

export const hooks: Hooks<typeof shortUrls> = {
  // Seven characters of 64: the unique index catches a taken one, once in a million at a million links.
  beforeCreate: async (draft) => ({ ...draft, code: draft.code ?? randomBytes(6).toString('base64url').slice(0, 7) }),
  present: async (rows, { services }) =>
    rows.map((row) => ({ ...row, short_url: `${services.config.publicUrl}/api/r/${String(row.code)}` })),
};
