import { call, type CallValues } from '../../providers/call';
import { saveProfile } from '../../schemas/calls/profile';

/** What `GET users/profile` answers. */
export interface OwnProfile {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly employee_code: string | null;
  readonly role_name: string | null;
  readonly languages: readonly string[] | null;
  readonly extension: string | null;
  readonly wp_access: number | null;
  readonly last_login_at: string | null;
  readonly logo_image: string | null;
  readonly timezone: string | null;
  readonly teams: readonly string[] | null;
  /** Days of the last thirty by state. */
  readonly attendance: Readonly<Record<string, number>> | null;
}
export const saveOwn = (values: CallValues): Promise<unknown> => call(saveProfile, values);
