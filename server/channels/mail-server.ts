import { problem } from '../../src/schemas/kit/problem';
import type { Services } from '../context/services';
import type { Provider } from './providers';
import type { MailServer } from './smtp-mail';

/** The operator's own mail server. */
export function operatorMail({ config }: Pick<Services, 'config'>): MailServer {
  if (!config.mail) throw problem(422, 'SMTP_URL was removed before the message was sent.');
  return config.mail;
}

/**
 * settings.endpoint is smtp://host:port or smtps://host:port, settings.sender the address it comes from; credentials user and
 * password.
 */
export async function mailServerOf(
  { settings, credentials }: Provider,
  { outbound }: Pick<Services, 'outbound'>,
): Promise<MailServer> {
  const { endpoint, sender, sender_name: name } = settings;
  if (!endpoint || !URL.canParse(endpoint) || !sender) throw problem(422, 'The email provider needs its URL and a sender.');
  const { protocol, hostname: host, port } = new URL(endpoint);
  const secure = protocol === 'smtps:';
  const at = Number(port) || (secure ? 465 : 587);
  return {
    host,
    port: at,
    secure,
    connect: await outbound.publicAddress(host, at),
    ...(credentials['key'] ? { user: credentials['key'], password: credentials['secret'] ?? '' } : {}),
    from: { name: name ?? '', address: sender },
  };
}
