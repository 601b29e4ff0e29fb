import { changePassword } from '../../schemas/calls/session';
import { call } from '../calls/call';
import { updateUser } from './session';

/** Changes the password of the signed-in user; every other session ends, this one continues with a new token. Returns the server's message. */
export async function changeOwnPassword(current: string, next: string): Promise<string> {
  const { data, message } = await call(changePassword, { current_password: current, new_password: next });
  updateUser(data);
  return message ?? '';
}
