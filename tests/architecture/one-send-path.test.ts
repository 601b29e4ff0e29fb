import { describe, expect, it } from 'vitest';
import { readSources } from './imports';

const sources = readSources(['server']);
const found = (pattern: RegExp): string[] => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

/** Who writes a message for a lead asks the gate in the same file, or is listed with what it is instead. */
const gate = /\b(gateForLead|gateForChat|judge)\(/;
const writes = /\bchannels\.send\(|\bqueueWhatsapp\(/;
const notToLeads: Readonly<Record<string, string>> = {
  'server/calls/marketing/sms-templates.ts': 'a test to a number that a person typed',
  'server/calls/reports/schedule-job.ts': 'a report to a user',
  'server/campaigns/campaign-test.ts': 'a test to an address that a person typed',
  'server/channels/queue-whatsapp.ts': 'writes the row for its callers, who have asked',
  'server/hooks/access-control/sign-in-fields.ts': 'tells a user of a change of how they sign in',
  'server/identity/one-time-codes.ts': 'a code that a person waits for',
  'server/lead-events/new-lead-mail.ts': 'tells the owner of a lead',
  'server/lead-events/whatsapp-to-lead.ts': 'fills the template for send-to-lead, which has asked',
  'server/live/notification-mail.ts': 'tells a user, who has preferences of their own',
};

describe('TRUST-R7 there is one way to send a message', () => {
  it('the gate is asked before a message to a lead is written', () => {
    const ungated = found(writes).filter((path) => !gate.test(sources.find((one) => one.path === path)!.text));
    expect(ungated).toEqual(Object.keys(notToLeads));
  });

  it('the rows of the ledger are written by the ledger', () => {
    expect(found(/insert into "outbox_messages"|insertMany\(\s*'outbox_messages'/)).toEqual([
      'server/campaigns/list-recipients.ts',
      'server/channels/outbox.ts',
      'server/channels/sandbox.ts',
    ]);
  });

  it('adapters of providers are known to the ports alone, and ports to those who mark a row first', () => {
    const users = (module: string): string[] =>
      sources
        .filter(({ runImports }) => runImports.includes(`server/channels/${module}.ts`))
        .map(({ path }) => path)
        .toSorted();
    expect({
      'smtp-mail': users('smtp-mail'),
      'twilio-sms': users('twilio-sms'),
      'msg91-sms': users('msg91-sms'),
      'custom-sms': users('custom-sms'),
      'meta-whatsapp': users('meta-whatsapp'),
      'http-voice': users('http-voice'),
      'sender-of': users('sender-of'),
    }).toEqual({
      'smtp-mail': ['server/channels/send-message.ts', 'server/channels/sender-of.ts'],
      'twilio-sms': ['server/channels/provider-reports.ts', 'server/channels/sender-of.ts'], // the first reads its reports
      'msg91-sms': ['server/channels/provider-reports.ts', 'server/channels/sender-of.ts'],
      'custom-sms': ['server/channels/provider-reports.ts', 'server/channels/sender-of.ts'],
      'meta-whatsapp': ['server/channels/sender-of.ts', 'server/channels/whatsapp-provider.ts'],
      'http-voice': ['server/channels/voice-provider.ts'],
      'sender-of': [
        'server/calls/settings/provider-test.ts', // marks the test's row first
        'server/campaigns/send-batch.ts',
        'server/channels/make-channels.ts', // asks only whether there is a sender
        'server/channels/send-message.ts',
      ],
    });
  });

  it('a request to a provider leaves through the guarded door', () => {
    const sending = /\b(fetch|createTransport|https?\.request)\(/;
    const doors = found(sending).filter((path) => path.startsWith('server/channels') || path.startsWith('server/campaigns'));
    expect(doors).toEqual(['server/channels/smtp-mail.ts']);
  });
});
