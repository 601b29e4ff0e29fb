import { expect, it } from 'vitest';
import { isCounsellor, isTeamLeaderOrAbove } from '../../src/schemas/kit/roles';

it('roles 1 to 3 are team leader or above, role 4 is the counsellor, and a missing role is neither', () => {
  expect([1, 2, 3, 4, 5, 6, 7, null, undefined].filter(isTeamLeaderOrAbove)).toEqual([1, 2, 3]);
  expect([1, 2, 3, 4, 5, 6, 7, null, undefined].filter(isCounsellor)).toEqual([4]);
});
