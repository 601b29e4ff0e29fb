import sql from 'sql-template-tag';
import { recordIn } from '../../src/schemas/kit/is-record';
import { problem } from '../../src/schemas/kit/problem';
import type { Services } from '../context/services';
import type { Tx } from '../store/store';
import { askProvider, type ProviderServices } from './provider-request';
import { providerOf, type Provider } from './providers';

/** A meeting as a video provider gets it, whole each time. */
export interface VideoMeeting {
  readonly id: string;
  readonly title: string;
  readonly starts_at: string;
  readonly minutes: number;
  readonly host_name: string;
  readonly host_email: string;
  readonly cancelled: boolean;
  /** Rises with each change: a later one that arrives first stands. */
  readonly version: number;
}
/** Makes a meeting or changes it, and answers its link. The same meeting sent twice is one. */
export type Video = (meeting: VideoMeeting) => Promise<string>;

/**
 * A video service over plain HTTP and JSON, as Google Meet and Zoom can be asked through a small bridge:
 * POST {endpoint}/meetings/{id} answers `{ link }`; credentials.key and .secret as Basic.
 */
export function videoOf(provider: Provider | undefined, services: ProviderServices): Video {
  if (!provider) return sandboxVideo;
  const { settings, credentials } = provider;
  const base = (settings['endpoint'] ?? '').replace(/\/$/, '');
  if (!base) throw problem(422, 'The video provider needs its service URL.');
  const basic = Buffer.from(`${credentials['key'] ?? ''}:${credentials['secret'] ?? ''}`).toString('base64');
  return ({ id, ...meeting }) =>
    askProvider(
      'The video provider',
      {
        url: `${base}/meetings/${encodeURIComponent(id)}`,
        method: 'POST',
        headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
        body: JSON.stringify(meeting),
      },
      services,
      linkIn,
    );
}

function linkIn(answer: unknown): string | undefined {
  const { link } = recordIn(answer);
  return typeof link === 'string' && /^https?:\/\//.test(link) && URL.canParse(link) && link.length <= 2048 ? link : undefined;
}

const longest = 240;
/** The built-in service: its links open no meeting, and like the real ones it refuses very long meetings. */
const sandboxVideo: Video = async ({ id, minutes }) => {
  if (minutes > longest) throw problem(422, `The sandbox makes no meetings longer than ${longest} minutes.`);
  return `https://meet.sandbox.example/${id}`;
};

/** Where a tenant's meetings get their links; unlike in the channels, the sandbox serves only a tenant that chose it. */
export interface VideoPlace {
  readonly name: 'http' | 'sandbox';
  readonly provider: Provider | undefined;
}
export async function videoPlaceOf(
  tx: Tx,
  services: Pick<Services, 'secrets'>,
  tenantId: string,
): Promise<VideoPlace | undefined> {
  const provider = await providerOf(tx, services, tenantId, 'video');
  if (provider) return { name: 'http', provider };
  const sandbox = await tx.row(
    sql`select 1 from "provider_settings" where "tenant_id" = ${tenantId} and "channel" = 'video' and "provider" = 'sandbox'
        and "status" = 1 and "deleted_at" is null limit 1`,
    'video-sandbox',
  );
  return sandbox && { name: 'sandbox', provider: undefined };
}
