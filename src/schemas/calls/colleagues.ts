import { dataOf, defineCall } from '../kit/call';

/** Active staff for every person picker: names only, for all staff; the list of users needs its own right. */
export const colleagues = defineCall({
  name: 'colleagues',
  wire: 'GET users/colleagues',
  access: 'look-up',
  as: 'read',
  data: dataOf<readonly Colleague[]>(),
  reply: { type: 'object', properties: { data: { type: 'array' } } },
});

/** `data` of `colleagues`, the caller included. People on a break get no calls. */
export interface Colleague {
  readonly id: string;
  readonly name: string;
  readonly away: boolean;
}
