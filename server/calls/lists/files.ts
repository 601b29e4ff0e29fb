import { createReadStream } from 'node:fs';
import * as filesCalls from '../../../src/schemas/calls/files';
import { problem } from '../../../src/schemas/kit/problem';
import type { Handlers } from '../../context/context';
import { handle, type OutsideCallContext, type CallReply } from '../../context/handle';
import { readAddress } from '../../files/signed-address';

export const handlers: Handlers = {
  ...handle(filesCalls.fileBytes, fileBytes),
};

/** TRUST-S21: always a download, never sniffed, never run; the signed URL itself allows reading it, for 15 minutes. */
async function fileBytes({
  services,
  params,
  query,
  request,
}: OutsideCallContext<typeof filesCalls.fileBytes>): Promise<CallReply<typeof filesCalls.fileBytes>> {
  const id = params.id ?? '';
  const claims = readAddress(services.secrets, id, String(query.e), String(query.s), services.now());
  if (!claims) throw problem(403, 'This download link has expired. Reopen the page to get a new one.');
  const actor = { ...claims, ip: request.ip, agent: request.agent, requestId: request.id };
  const file = await services.store.transaction(actor, (tx) => services.files.pathOf(tx, claims.tenantId, id), {
    readOnly: true,
  });
  return {
    headers: {
      'content-length': String(file.size),
      'content-disposition': `attachment; filename="${plain(file.name)}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    },
    raw: { body: createReadStream(file.path), type: file.mime },
  };
}

const plain = (name: string): string => name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
