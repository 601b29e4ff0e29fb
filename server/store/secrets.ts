import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** Keys derived from SECRET_KEY, one per use, so that no two uses share a key. */
export interface Secrets {
  /** AES-256-GCM; `where` (tenant/table/column/row) is authenticated with it, so a text moved elsewhere does not open. */
  seal(plain: string, where: string): string;
  /** Opens what the key sealed, or the one before it. */
  open(sealed: string, where: string): string;
  /** Sealed with the current key, not the previous one: a rotation skips it. */
  isCurrent(sealed: string): boolean;
  /** Keyed hash, base64url: codes, tokens, signatures. `use` separates purposes. */
  sign(use: string, text: string): string;
  /** What the key before would have signed: for hashes that outlive a rotation. Undefined without such a key. */
  signedBefore(use: string, text: string): string | undefined;
  /** Constant-time compare of `sign(use, text)` with a given signature. */
  verify(use: string, text: string, signature: string): boolean;
  /** The same for what people and providers keep, such as links in emails: what the key before signed is taken too. */
  verifyLasting(use: string, text: string, signature: string): boolean;
}

/** Sealed texts are `v2.<key id>.<bytes>`; those of the first releases, `v1.<bytes>`, do not name their key. */
const first = /^v1\.(?<bytes>[\w-]{38,})$/;
const named = /^v2\.(?<id>[\w-]{8})\.(?<bytes>[\w-]{38,})$/;

/** Does the text look like a sealed one? */
export const isSealed = (text: string): boolean => first.test(text) || named.test(text);

export function makeSecrets(secretKey: string, keyBefore?: string): Secrets {
  const current = keyRing(secretKey);
  const before = keyBefore === undefined ? undefined : keyRing(keyBefore);
  return {
    seal(plain, where) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.sealing, iv);
      cipher.setAAD(Buffer.from(where));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `v2.${current.id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, where) {
      const { id, bytes } = (named.exec(sealed) ?? first.exec(sealed))?.groups ?? {};
      if (bytes === undefined) throw new Error('not a sealed text');
      const able = [current, ...(before ? [before] : [])].filter((ring) => id === undefined || id === ring.id);
      if (able.length === 0) throw new Error('sealed with a key that is neither SECRET_KEY nor SECRET_KEY_BEFORE');
      for (const ring of able.slice(0, -1))
        try {
          return openWith(ring.sealing, bytes, where);
        } catch {
          // The other key's.
        }
      return openWith(able.at(-1)!.sealing, bytes, where);
    },
    isCurrent: (sealed) => named.exec(sealed)?.groups?.['id'] === current.id,
    sign: current.sign,
    signedBefore: (use, text) => before?.sign(use, text),
    verify: (use, text, signature) => isSame(current.sign(use, text), signature),
    verifyLasting: (use, text, signature) =>
      isSame(current.sign(use, text), signature) || (before !== undefined && isSame(before.sign(use, text), signature)),
  };
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

interface KeyRing {
  readonly id: string;
  readonly sealing: Buffer;
  sign(use: string, text: string): string;
}

function keyRing(secretKey: string): KeyRing {
  const derive = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secretKey, 'prospectus', use, 32));
  const keys = new Map<string, Buffer>();
  const keyFor = (use: string): Buffer => {
    const known = keys.get(use) ?? derive(`sign:${use}`);
    keys.set(use, known);
    return known;
  };
  return {
    id: createHash('sha256').update(derive('id')).digest('base64url').slice(0, 8),
    sealing: derive('seal'),
    sign: (use, text) => createHmac('sha256', keyFor(use)).update(text).digest('base64url'),
  };
}

function openWith(key: Buffer, text: string, where: string): string {
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(where));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
