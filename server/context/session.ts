import type { Who } from '../../src/schemas/kit/access';

/**
 * Which leads a user may touch (D-001, D-023): the whole tenant, or those owned by one of these users, and as a caller those that
 * a calling list holds.
 */
export type DataScope = 'tenant' | { readonly userIds: readonly string[]; readonly caller?: ListCaller };
/** A member of calling lists: sees every lead that the lists hold, or those only that are served to them. */
export interface ListCaller {
  readonly tenantId: string;
  readonly userId: string;
  readonly sees: 'all' | 'served';
}

/** The signed-in user as the server knows it; permissions are at most 60 s old (D-017). */
export interface Session extends Who {
  readonly userId: string;
  readonly tenantId: string;
  readonly name: string;
  readonly email: string;
  readonly roleName: string;
  readonly jti: string;
  readonly tokenVersion: number;
  /** Seconds since 1970. */
  readonly exp: number;
  readonly scope: DataScope;
  /** Of the sign-in of a publisher: whose leads it sees (D-002). */
  readonly publisherId?: string;
  /** IANA name of the tenant's zone; day boundaries are its own (D-055). */
  readonly timezone: string;
  /** Set when an API key made the call: the rights are its owner's, within its scopes. */
  readonly apiKey?: ApiKeyHolder;
}
export interface ApiKeyHolder {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly publisherId: string | null;
}
