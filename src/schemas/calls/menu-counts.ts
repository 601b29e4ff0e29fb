import { dataOf, defineCall } from '../kit/call';

/** Open items of the signed-in user, for the badges of the menu; each counts up to 1000. */
export const menuCounts = defineCall({
  name: 'menu-counts',
  wire: 'GET users/menu-counts',
  access: 'signed-in',
  as: 'read',
  data: dataOf<MenuCounts>(),
  reply: {
    type: 'object',
    properties: {
      data: {
        type: 'object',
        properties: { follow_ups: { type: 'integer' }, leaves: { type: 'integer' }, tickets: { type: 'integer' } },
      },
    },
  },
});
export interface MenuCounts {
  /** Own follow-ups whose time has passed. */
  readonly follow_ups: number;
  /** Requests for leave that this user decides. */
  readonly leaves: number;
  /** Open tickets assigned to this user. */
  readonly tickets: number;
}
