import type { leadGenAudiences } from '../../../src/schemas/automation/lead-gen-audiences';
import { audienceSize, type Audience } from '../../lead-events/audience';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import { ownerInScope } from '../../context/data-scope';

/**
 * The size is counted when the audience is saved, among the leads of the person saving it (TRUST-S34); the form counts while it
 * is edited.
 */
export const hooks: Hooks<typeof leadGenAudiences> = {
  beforeCreate: async (draft, context) => ({ ...draft, count: await size(draft, context) }),
  beforeUpdate: async (patch, before, context) => ({ ...patch, count: await size({ ...before, ...patch }, context) }),
};

const size = (record: Audience, { tx, session }: Context): Promise<number> =>
  audienceSize(tx, session.tenantId, record, session.timezone, ownerInScope(session.scope));
