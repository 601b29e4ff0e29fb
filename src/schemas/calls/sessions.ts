import { dataOf, defineCall } from '../kit/call';

/** One entry per active sign-in of the user. */
export interface SignedInDevice {
  readonly id: string;
  readonly current: boolean;
  readonly since: string;
  readonly last_seen: string;
  readonly ip: string | null;
  readonly agent: string | null;
}
export const sessionList = defineCall({
  name: 'session-list',
  wire: 'GET users/sessions',
  access: 'signed-in',
  as: 'read',
  data: dataOf<readonly SignedInDevice[]>(),
});
/** Ends a sign-in at once, with its refresh tokens and its access token. */
export const endSignIn = defineCall({
  name: 'end-sign-in',
  wire: 'POST users/sessions/{id}/end',
  access: 'signed-in',
  as: 'update',
});
