import { randomBytes } from 'node:crypto';

/** Seven characters of 64: the unique index catches a taken one, once in a million at a million links. */
export const newLinkCode = (): string => randomBytes(6).toString('base64url').slice(0, 7);
