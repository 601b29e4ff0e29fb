/**
 * How often calls may be made (TRUST-S15). The figures are a stop for scripts and broken clients, far above what people do in
 * their busiest minute: a counsellor makes some hundred reads and ten writes, a college signs in from one address.
 */
export type LimitKind = 'read' | 'write' | 'export' | 'upload' | 'sign-in' | 'visitor' | 'visit' | 'provider';

/** Calls a minute. An address stands for everyone behind it, so its limit is that of a whole tenant. */
export interface PerMinute {
  readonly address: number;
  /** For the user a token names; a call without a token is limited by its address only. */
  readonly user?: number;
  readonly tenant?: number;
}
export const perMinute: Readonly<Record<LimitKind, PerMinute>> = {
  read: { user: 2400, tenant: 60_000, address: 60_000 },
  write: { user: 600, tenant: 15_000, address: 15_000 },
  export: { user: 20, tenant: 300, address: 300 },
  upload: { user: 120, tenant: 3000, address: 3000 },
  'sign-in': { address: 1200 },
  visitor: { address: 600 },
  /** Reports of the visit script: a few for each page that someone opens. */
  visit: { tenant: 12_000, address: 600 },
  /** Providers report every message and payment from a few addresses. */
  provider: { address: 12_000 },
};
/** Calls an API key may make in a minute, whatever they are. */
export const perMinuteOfKey = 600;
