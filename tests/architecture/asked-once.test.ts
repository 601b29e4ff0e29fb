import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { readSources } from './imports';

/** Functions that send a request to another company's server. */
const doors =
  /\b(outbound\.send|reachProvider|askProvider|telephonyOf|voiceOf|whatsappOf|messageSender|zohoOf|teamsOf|videoOf|sendMail|twilioSms|postJson)\(/;
/** The files that define those functions; only their callers are checked. */
const adapters = /^server\/(channels\/(?!send-message)|outbound\/|lead-events\/post-json\.ts)/;
/** Files that call one without askOnce: a repeat does no harm, or a person starts it. */
const reasons: Readonly<Record<string, string>> = {
  'server/automation/lead-post.ts': 'a webhook: at least once, with an id that lets the receiver recognise repeats',
  'server/calls/access-control/tenant-connections.ts': 'a person sends a labelled sample, and sees what came of it',
  'server/calls/access-control/tenant.ts': 'reads the website of a tenant',
  'server/calls/settings/provider-test.ts': 'a person sends a test, and sees what came of it',
  'server/calls/telephony/telephony.ts': 'hanging up twice ends one call',
  'server/calls/telephony/voice.ts': 'reads the state of recordings and the balance',
  'server/calls/whatsapp/whatsapp.ts': 'reads the templates',
  'server/campaigns/template-review.ts': 'looks by name and language before it hands a template in',
  'server/campaigns/whatsapp-media.ts': 'reads a file',
  'server/dialer/call-costs.ts': 'reads what a call cost',
  'server/dialer/recordings.ts': 'reads a recording',
  'server/lead-events/college-push.ts': 'a webhook: at least once, with an id that lets the receiver recognise repeats',
  'server/lead-events/meeting-link.ts': "the meeting's own id is the key: a repeat changes nothing",
  'server/lead-events/zoho-push.ts': 'an upsert: a repeat changes nothing',
  'server/webhooks/deliver.ts': 'a webhook: at least once, with an id that lets the receiver recognise repeats',
};
/** Methods that ring, send or post; those of `tx` and `channels` only write a row. */
const acting = /^(connect|dial|send|post|push|sendMail)$/;

describe('TRUST-R25 code that calls a provider', () => {
  const users = readSources(['server']).filter(({ path, text }) => doors.test(text) && !adapters.test(path));

  it('calls it once, or is listed here with a reason', () => {
    const asked = users.filter(({ text }) => /askOnce|askInBatches/.test(text));
    expect(users.filter((one) => !asked.includes(one)).map(({ path }) => path)).toEqual(Object.keys(reasons));
    expect(asked.map(({ path }) => path)).toContain('server/calls/telephony/dialer.ts');
    expect(asked.flatMap(({ path, text }) => askedOutside(text).map((what) => `${path}: ${what}`))).toEqual([]);
  });

  it('is reported when it asks outside of `prepare`', () => {
    expect(askedOutside('const port = voiceOf(p, s); await port.dial(call);')).toEqual(['port.dial() is not in prepare']);
    expect(askedOutside('await sendMail(server, id, message);')).toEqual(['sendMail() is not in prepare']);
    expect(askedOutside('await telephonyOf(provider, services).connect(call);')).toEqual([
      'telephonyOf.connect() is not in prepare',
    ]);
    expect(askedOutside('askOnce(steps, { prepare: (call) => () => port.dial(call) });')).toEqual([]);
    expect(askedOutside('askOnce(steps, { prepare() { return () => port.dial(call); } });')).toEqual([]);
    expect(askedOutside('await channels.send(tx, t, m); list.push(one);')).toEqual([]);
  });
});

interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/** Requests outside what `askOnce` runs: its `prepare`, or a function that is returned to it. */
function askedOutside(text: string): string[] {
  const ports = new Set([...text.matchAll(/(\w+)(?:, \w+\])? = (?:\[|await )?\w+Of\(/g)].map(([, name]) => name));
  const found: string[] = [];
  const look = (node: Node): void => {
    if (node.type === 'Property' && (node['key'] as Node)['name'] === 'prepare') return;
    const returned = node.type === 'ReturnStatement' ? (node['argument'] as Node | null) : null;
    if (returned?.type === 'ArrowFunctionExpression') return;
    const asked = node.type === 'CallExpression' ? requestOf(node['callee'] as Node) : undefined;
    if (asked) found.push(`${asked}() is not in prepare`);
    for (const part of Object.values(node).flat()) if (isNode(part)) look(part);
  };
  const requestOf = (callee: Node): string | undefined => {
    if (callee.type === 'Identifier') return callee['name'] === 'sendMail' ? 'sendMail' : undefined;
    if (callee.type !== 'MemberExpression') return undefined;
    const [object, method] = [callee['object'] as Node, String((callee['property'] as Node)['name'])];
    if (!acting.test(method)) return undefined;
    const opened = object.type === 'CallExpression' ? String((object['callee'] as Node)['name']) : String(object['name']);
    return ports.has(opened) || doors.test(`${opened}(`) ? `${opened}.${method}` : undefined;
  };
  look(parseSync('work.ts', text).program as unknown as Node);
  return found;
}
