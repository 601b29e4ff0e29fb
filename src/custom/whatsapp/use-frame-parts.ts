import { useEffect, useState } from 'react';
import { call } from '../../providers/calls/call';
import { loadTenantConfig } from '../../providers/session/tenant-config';
import { whatsappProjectId } from '../../schemas/calls/whatsapp';

const ownClient = '/wa-client';

/** The base URL of the configured client; undefined until it is known. */
export function useClientBase(): string | undefined {
  const [base, setBase] = useState<string>();
  useEffect(() => {
    let here = true;
    void loadTenantConfig().then((config) => here && setBase(config?.whatsapp_client_base || ownClient));
    return () => {
      here = false;
    };
  }, []);
  return base;
}

/** Empty until it is loaded; then the frame's address is built again. A failure is only logged. */
export function useProjectId(wanted: boolean): string {
  const [projectId, setProjectId] = useState('');
  useEffect(() => {
    if (!wanted) return undefined;
    let here = true;
    call(whatsappProjectId, {}).then(
      ({ data }) => here && setProjectId(String(data ?? '')),
      (error: unknown) => void console.error(error),
    );
    return () => {
      here = false;
    };
  }, [wanted]);
  return projectId;
}
