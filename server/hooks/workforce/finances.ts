import type { finances } from '../../../src/schemas/workforce/finances';
import { refuseOtherStart, refuseTransition } from '../../domain/transitions';
import type { Hooks } from '../../context/hooks';

export const hooks: Hooks<typeof finances> = {
  async beforeCreate(draft) {
    refuseOtherStart('finances', draft.state);
    return draft;
  },
  async beforeUpdate(patch, before) {
    refuseTransition('finances', before.state, patch.state);
    return patch;
  },
};
