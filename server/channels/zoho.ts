import { createHash } from 'node:crypto';
import type { Services } from '../context/services';
import { isRecord } from '../../src/schemas/kit/is-record';
import { Refused } from '../outbound/outbound';

export interface ZohoLead {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly source: string | null;
  readonly city: string | null;
}
/** The lead module of Zoho CRM. Never inside a transaction. */
export interface Zoho {
  /** Zoho's id of the lead. */
  push(lead: ZohoLead): Promise<string>;
}
export interface ZohoAccount {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
  /** Base addresses, where they are not those of the Indian data centre. */
  readonly accounts?: string;
  readonly api?: string;
}

/** Without credentials the sandbox, which accepts every lead. */
export function zohoOf(account: ZohoAccount | undefined, services: Pick<Services, 'outbound'>): Zoho {
  return account ? realZoho(account, services) : sandboxZoho;
}

const sandboxZoho: Zoho = {
  push: async ({ id }) => `SBX-${createHash('sha256').update(id).digest('hex').slice(0, 12)}`,
};

function realZoho(account: ZohoAccount, { outbound }: Pick<Services, 'outbound'>): Zoho {
  const { accounts = 'https://accounts.zoho.in', api = 'https://www.zohoapis.in' } = account;
  const ask = async (url: string, type: string, body: string, headers: Record<string, string> = {}): Promise<unknown> => {
    const answer = await outbound.send({ url, method: 'POST', body, headers: { 'content-type': type, ...headers } });
    if (answer.status < 200 || answer.status > 299)
      throw new Refused('connection', `Zoho answered ${answer.status}.`, answer.status);
    try {
      return JSON.parse(answer.text) as unknown;
    } catch {
      throw new Refused('type', 'Zoho sent a reply that could not be read.');
    }
  };
  return {
    async push(lead) {
      const form = new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: account.clientId,
        client_secret: account.clientSecret,
        refresh_token: account.refreshToken,
      });
      const signedIn = await ask(`${accounts}/oauth/v2/token`, 'application/x-www-form-urlencoded', form.toString());
      const token = isRecord(signedIn) ? signedIn['access_token'] : undefined;
      if (typeof token !== 'string' || !token) throw new Refused('connection', 'Zoho did not accept the credentials.');
      const words = lead.name.trim().split(/\s+/);
      const record = {
        First_Name: words.slice(0, -1).join(' ') || null,
        Last_Name: words.at(-1),
        Email: lead.email,
        Phone: lead.phone,
        Lead_Source: lead.source,
        City: lead.city,
      };
      // A repeated push updates the lead instead of adding it twice.
      const body = JSON.stringify({ data: [record], duplicate_check_fields: ['Email', 'Phone'] });
      const headers = { authorization: `Zoho-oauthtoken ${token}` };
      const answer = await ask(`${api}/crm/v2/Leads/upsert`, 'application/json', body, headers);
      const data = isRecord(answer) ? answer['data'] : undefined;
      const first: unknown = Array.isArray(data) ? data[0] : undefined;
      if (!isRecord(first) || first['code'] !== 'SUCCESS') throw new Refused('connection', 'Zoho rejected the lead.');
      return String(isRecord(first['details']) ? (first['details']['id'] ?? '') : '');
    },
  };
}
