import type { Services } from '../context/services';

type Signing = Pick<Services, 'config' | 'secrets'>;
const use = 'unsubscribe';

/** The address where the reader of a campaign's email unsubscribes. Opening it changes nothing: mail scanners open every link. */
export const unsubscribeUrl = ({ config, secrets }: Signing, tenantId: string, messageId: string): string =>
  `${config.publicUrl}/api/unsubscribe/${tenantId}.${messageId}.${secrets.sign(use, `${tenantId}.${messageId}`)}`;

/** Whose message a link is about; undefined: nobody wrote this link here. */
export function readUnsubscribe(
  { secrets }: Pick<Signing, 'secrets'>,
  token: string,
): { readonly tenantId: string; readonly messageId: string } | undefined {
  const [tenantId = '', messageId = '', signature = ''] = token.split('.');
  return secrets.verifyLasting(use, `${tenantId}.${messageId}`, signature) ? { tenantId, messageId } : undefined;
}
