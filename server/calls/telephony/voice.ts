import sql from 'sql-template-tag';
import * as voiceCalls from '../../../src/schemas/calls/voice';
import { problem } from '../../../src/schemas/kit/problem';
import { providerOf } from '../../channels/providers';
import { voiceOf } from '../../channels/voice-provider';
import type { Handlers, OutsideContext } from '../../context/context';
import { handle, type OutsideCallContext, type CallReply } from '../../context/handle';
import { actorOf } from '../../identity/sessions';

export const handlers: Handlers = {
  ...handle(voiceCalls.syncVoiceFile, syncOne),
  ...handle(voiceCalls.syncVoiceFiles, syncAll),
  ...handle(voiceCalls.voiceBalance, balance),
};

interface VoiceFile {
  readonly id: string;
  readonly name: string;
  readonly provider_voice_id: string | null;
  readonly approval: string;
}

async function syncOne(
  context: OutsideCallContext<typeof voiceCalls.syncVoiceFile>,
): Promise<CallReply<typeof voiceCalls.syncVoiceFile>> {
  const [found, data] = await sync(context, String(context.body.id));
  if (!found) throw problem(404, 'Voice file not found.');
  return { message: data.length ? 'Voice file refreshed.' : 'Nothing has changed.', data };
}

/** D-134: all of the tenant. */
async function syncAll(
  context: OutsideCallContext<typeof voiceCalls.syncVoiceFiles>,
): Promise<CallReply<typeof voiceCalls.syncVoiceFiles>> {
  const [, data] = await sync(context);
  return { message: data.length ? `${data.length} refreshed.` : 'Nothing has changed.', data };
}

/** Asks the provider between two transactions; returns how many files were asked about and the rows that changed. */
async function sync(context: OutsideContext, id?: string): Promise<[number, voiceCalls.VoiceFileChanged[]]> {
  const { services } = context;
  const { tenantId } = context.session!;
  const { files, provider } = await services.store.transaction(
    actor(context),
    async (tx) => ({
      files: await tx.rows<VoiceFile>(sql`
        select "id", "name", "provider_voice_id", "approval" from "voice_files"
        where "tenant_id" = ${tenantId} and "deleted_at" is null and (${id ?? null}::text is null or "id" = ${id ?? null})
        order by "created_at" desc limit 200`),
      provider: await providerOf(tx, services, tenantId, 'voice'),
    }),
    { readOnly: true },
  );
  const port = voiceOf(provider, services);
  const changes: { id: string; approval: string; providerId: string | null; reason: string | null }[] = [];
  for (const file of files) {
    const state = await port.fileState({ id: file.id, name: file.name, providerId: file.provider_voice_id });
    if (state.approval !== file.approval || state.providerId !== file.provider_voice_id)
      changes.push({ id: file.id, approval: state.approval, providerId: state.providerId, reason: state.rejectedReason ?? null });
  }
  const changed: voiceCalls.VoiceFileChanged[] = changes.length
    ? await services.store.transaction(actor(context), (tx) =>
        tx.rows(sql`
          update "voice_files" f set "approval" = n."approval", "provider_voice_id" = n."providerId", "rejected_reason" = n."reason"
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n("id" text, "approval" text, "providerId" text, "reason" text)
          where f."tenant_id" = ${tenantId} and f."id" = n."id"
          returning f."id", f."name", f."approval", f."provider_voice_id", f."rejected_reason", f."is_active"`),
      )
    : [];
  return [files.length, changed];
}

async function balance(
  context: OutsideCallContext<typeof voiceCalls.voiceBalance>,
): Promise<CallReply<typeof voiceCalls.voiceBalance>> {
  const { services } = context;
  const { tenantId } = context.session!;
  const { provider, used } = await services.store.transaction(
    actor(context),
    async (tx) => ({
      provider: await providerOf(tx, services, tenantId, 'voice'),
      used: await tx.row<{ n: number }>(sql`
        select count(*)::int as n from "voice_calls" where "tenant_id" = ${tenantId} and "called_at" is not null`),
    }),
    { readOnly: true },
  );
  return { data: { ...(await voiceOf(provider, services).balance(used!.n)), as_of: services.now().toISOString() } };
}

const actor = ({ session, request }: OutsideContext) => ({
  ...actorOf(request, session!.tenantId, session!.userId),
  jti: session!.jti,
  tokenVersion: session!.tokenVersion,
});
