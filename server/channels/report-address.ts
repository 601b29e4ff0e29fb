import type { Services } from '../context/services';

type Signing = Pick<Services, 'config' | 'secrets'>;
const use = 'provider-reports';

/** Where a provider's row in /config/providers takes reports. The address is secret: it is signed, and names tenant and row. */
export const reportAddress = ({ config, secrets }: Signing, tenantId: string, providerId: string): string =>
  `${config.publicUrl}/api/provider-reports/${tenantId}.${providerId}.${secrets.sign(use, `${tenantId}.${providerId}`)}`;

/** Whose address this is; undefined: nobody wrote it here. One that the key before signed is still taken. */
export function readReportAddress(
  { secrets }: Pick<Signing, 'secrets'>,
  token: string,
): { readonly tenantId: string; readonly providerId: string } | undefined {
  const [tenantId = '', providerId = '', signature = ''] = token.split('.');
  return secrets.verifyLasting(use, `${tenantId}.${providerId}`, signature) ? { tenantId, providerId } : undefined;
}
