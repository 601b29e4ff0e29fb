import { dataOf, defineCall } from '../kit/call';

/** Active staff by name, for every choice of a person: names only, for anyone who works here; the list of users needs its own right. */
export const colleagues = defineCall({
  name: 'colleagues',
  wire: 'GET users/colleagues',
  access: 'look-up',
  as: 'read',
  data: dataOf<readonly Colleague[]>(),
  reply: { type: 'object', properties: { data: { type: 'array' } } },
});

/** `data` of `colleagues`, the asker among them. Who is on a break gets no call. */
export interface Colleague {
  readonly id: string;
  readonly name: string;
  readonly away: boolean;
}
