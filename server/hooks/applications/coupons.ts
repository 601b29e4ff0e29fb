import { counted } from '../../../src/schemas/kit/counted';
import { problem } from '../../../src/schemas/kit/problem';
import type { coupons } from '../../../src/schemas/applications/coupons';
import type { Hooks } from '../../context/hooks';

export const hooks: Hooks<typeof coupons> = {
  async beforeCreate(draft) {
    return { ...draft, used: 0 };
  },
  async beforeUpdate(patch, before) {
    const limit = patch.usage_limit;
    const used = before.used ?? 0;
    if (typeof limit === 'number' && limit > 0 && limit < used)
      throw problem(409, `This coupon has already been used ${counted(used, 'time')}, so the limit cannot be ${limit}.`);
    if (used > 0 && 'code' in patch) throw problem(409, 'The code of a used coupon cannot be changed.');
    return patch;
  },
};
