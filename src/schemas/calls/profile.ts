import { dataOf, defineCall } from '../kit/call';

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
/** What /profile shows of the signed-in user, and what they may change of it themselves. */
export const profile = defineCall({
  name: 'profile',
  wire: 'GET users/profile',
  access: 'signed-in',
  as: 'read',
  data: dataOf<OwnProfile>(),
});
export const saveProfile = defineCall({
  name: 'save-profile',
  wire: 'PUT users/profile',
  access: 'signed-in',
  as: 'update',
  data: dataOf<OwnProfile>(),
  bodyLimit: 4 * 1024 * 1024,
  files: 'photo',
  body: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      phone: { type: 'string', pattern: '^(?:(?:\\+91|0)?[0-9]{10})?$', maxLength: 13 },
      languages: { type: 'array', items: { type: 'string', maxLength: 40 }, maxItems: 20, uniqueItems: true },
      extension: { type: 'string', maxLength: 20 },
      // A data URL of a PNG or JPEG; empty takes the photo off.
      photo: { type: 'string', maxLength: 3_000_000 },
    },
  },
  examples: [{ body: { name: 'Rohini Deshpande', phone: '9822012345' } }],
});
