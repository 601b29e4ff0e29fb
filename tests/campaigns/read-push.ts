import { createDecipheriv, hkdfSync, type ECDH } from 'node:crypto';

/** What a browser reads of a message (RFC 8291, 3.4), with its own private key. */
export function decrypted(message: Buffer, browser: ECDH, auth: Buffer): string {
  const [salt, size] = [message.subarray(0, 16), message[20]!];
  const [theirs, sealed] = [message.subarray(21, 21 + size), message.subarray(21 + size)];
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), theirs]);
  const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(theirs), auth, about, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
    .subarray(0, -1)
    .toString();
}
