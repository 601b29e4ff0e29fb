import type { queries } from '../../../src/schemas/applications/queries';
import { refuseOtherStart, refuseTransition } from '../../domain/transitions';
import type { Hooks } from '../../context/hooks';

export const hooks: Hooks<typeof queries> = {
  async beforeCreate(draft) {
    refuseOtherStart('queries', draft.state);
    return draft;
  },
  async beforeUpdate(patch, before, { services }) {
    refuseTransition('queries', before.state, patch.state);
    const isFirst = patch.state === 'answered' && !before.answered_at;
    return isFirst ? { ...patch, answered_at: services.now().toISOString() } : patch;
  },
};
