import { createHmac } from 'node:crypto';

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>` under the webhook's secret. The receiver refuses an old `t`. */
export function signatureOf(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
