import { useTenantConfig } from '../../providers/calls/lead-calls';
import { logged, useCall } from '../../providers/calls/use-call';
import { whatsappProjectId } from '../../schemas/calls/whatsapp';

const ownClient = '/wa-client';

/** The base URL of the configured client; undefined until it is known. */
export function useClientBase(): string | undefined {
  const { data, isPending } = useTenantConfig();
  return isPending ? undefined : data?.whatsapp_client_base || ownClient;
}

/** Empty until it is loaded; then the frame's address is built again. A failure is only logged. */
export const useProjectId = (): string =>
  useCall(whatsappProjectId, {}, { staleTime: 10 * 60_000, retry: false, around: logged }).data ?? '';
