import { audienceSize, type Audience } from '../lead-events/audience';
import type { Context } from '../context/context';
import type { Hooks } from '../context/hooks';
import { ownerInScope } from '../context/data-scope';

type Values = Record<string, unknown>;

/** The size is counted when the audience is saved, among the leads of whoever saves it (TRUST-S34); the form counts while it is edited. */
export const hooks: Hooks = {
  beforeCreate: async (draft, context) => ({ ...draft, count: await size(draft, context) }),
  beforeUpdate: async (patch, before, context) => ({ ...patch, count: await size({ ...before, ...patch }, context) }),
};

const size = (record: Values, { tx, session }: Context): Promise<number> =>
  audienceSize(tx, session.tenantId, record as unknown as Audience, session.timezone, ownerInScope(session.scope));
