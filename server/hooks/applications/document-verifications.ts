import type { documentVerifications } from '../../../src/schemas/applications/document-verifications';
import { refuseOtherStart, refuseTransition } from '../../domain/transitions';
import type { Hooks } from '../../context/hooks';

export const hooks: Hooks<typeof documentVerifications> = {
  async beforeCreate(draft) {
    refuseOtherStart('document-verifications', draft.state);
    return draft;
  },
  async beforeUpdate(patch, before, { session, services }) {
    refuseTransition('document-verifications', before.state, patch.state);
    // A new file is looked at again.
    const state = 'file' in patch && !('state' in patch) ? 'uploaded' : patch.state;
    if (state === undefined) return patch;
    const verdict =
      state === 'verified'
        ? { verified_by: session.userId, verified_at: services.now().toISOString() }
        : { verified_by: null, verified_at: null };
    return { ...patch, state, ...verdict };
  },
};
