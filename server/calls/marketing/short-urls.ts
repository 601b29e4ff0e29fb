import sql from 'sql-template-tag';
import * as shortUrlsCalls from '../../../src/schemas/calls/short-urls';
import { problem } from '../../../src/schemas/kit/problem';
import type { Handlers } from '../../context/context';
import { handle, type OutsideCallContext, type CallReply } from '../../context/handle';
import { actorOf } from '../../identity/sessions';
import { noteOpened } from '../../leads/college-choice';

export const handlers: Handlers = {
  ...handle(shortUrlsCalls.shortUrl, follow),
};

/** Redirects to the target and counts the click; an unknown, inactive or expired link is 404 without a reason. */
async function follow({
  services,
  params,
  request,
}: OutsideCallContext<typeof shortUrlsCalls.shortUrl>): Promise<CallReply<typeof shortUrlsCalls.shortUrl>> {
  const [found] = await services.store.lookUp<{ tenant_id: string; id: string }>('short_url_by_code', [params['code'] ?? '']);
  if (!found) throw unknown();
  const target = await services.store.transaction(actorOf(request, found.tenant_id, null), async (tx) => {
    const row = await tx.row<{ target_url: string }>(sql`
      update "short_urls" set "clicks" = coalesce("clicks", 0) + 1
      where "tenant_id" = ${found.tenant_id} and "id" = ${found.id} and "status" = 1 and "deleted_at" is null
        and ("expires_at" is null or "expires_at" > ${services.now().toISOString()}::timestamptz) returning "target_url"`);
    const code = params['code'] ?? '';
    if (row && !isPreview(String(request.headers['user-agent'] ?? '')))
      await noteOpened(tx, found.tenant_id, code, services.now());
    return row?.target_url;
  });
  if (!target) throw unknown();
  return { code: 302, headers: { location: target, 'cache-control': 'no-store' }, raw: { body: '', type: 'text/plain' } };
}

/** Chats and mail servers read a link before a person does. */
const isPreview = (agent: string): boolean =>
  agent === '' || /bot|crawl|spider|preview|facebookexternalhit|whatsapp|telegram|slack|scanner/i.test(agent);

const unknown = (): Error => problem(404, 'This link no longer exists.');
