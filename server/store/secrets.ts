import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** Keys derived from SECRET_KEY, one per use, so that no two uses share a key. */
export interface Secrets {
  /** AES-256-GCM; `where` (tenant/table/column/row) is authenticated with it, so a text moved elsewhere does not open. */
  seal(plain: string, where: string): string;
  open(sealed: string, where: string): string;
  /** Keyed hash, base64url: codes, tokens, signatures. `use` separates purposes. */
  sign(use: string, text: string): string;
  /** Constant-time compare of `sign(use, text)` with a given signature. */
  verify(use: string, text: string, signature: string): boolean;
}

export function makeSecrets(secretKey: string): Secrets {
  const derive = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secretKey, 'prospectus', use, 32));
  const sealing = derive('seal');
  const keys = new Map<string, Buffer>();
  const keyFor = (use: string): Buffer => {
    const known = keys.get(use) ?? derive(`sign:${use}`);
    keys.set(use, known);
    return known;
  };
  const sign = (use: string, text: string): string => createHmac('sha256', keyFor(use)).update(text).digest('base64url');
  return {
    seal(plain, where) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv);
      cipher.setAAD(Buffer.from(where));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `v1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, where) {
      if (!sealed.startsWith('v1.')) throw new Error('not a sealed text');
      const bytes = Buffer.from(sealed.slice(3), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12));
      decipher.setAAD(Buffer.from(where));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
    sign,
    verify(use, text, signature) {
      const expected = Buffer.from(sign(use, text));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}
