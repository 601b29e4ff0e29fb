import { describe, expect, it } from 'vitest';
import { gate, type GateMessage, type GateRecipient, type GateSettings } from '../../server/domain/send-gate';
import { opensAt, zoneOfNumber } from '../../server/domain/sending-hours';
import { smsParts } from '../../src/schemas/kit/sms-parts';

const noon = new Date('2026-06-10T06:30:00Z');
const night = new Date('2026-06-10T18:30:00Z');
const someone: GateRecipient = { to: '+919812345678' };
const hello: GateMessage = { promotional: true };
const settings: GateSettings = {
  hours: { from: '10:00', to: '21:00' },
  zone: 'Asia/Kolkata',
  cap: null,
  automation: true,
  balance: null,
};

describe('TRUST-R7 the gate', () => {
  const reasons: readonly (readonly [string, Partial<GateRecipient>, Partial<GateMessage>, Partial<GateSettings>])[] = [
    ['no_address', { to: null }, {}, {}],
    ['no_address', { to: '' }, {}, {}],
    ['invalid_address', { to: '12' }, {}, {}],
    ['duplicate', { isDuplicate: true }, {}, {}],
    ['automation_off', {}, { automatic: true }, { automation: false }],
    ['do_not_disturb', { doNotDisturb: true }, {}, {}],
    ['opted_out', { consent: { sms: false } }, {}, {}],
    ['opted_out', { optedOut: true }, {}, {}],
    ['template_not_approved', {}, { approved: false }, {}],
    ['variables_missing', {}, { missing: ['{{course}}'] }, {}],
    ['frequency_cap', { received: 3 }, {}, { cap: 3 }],
    ['no_balance', {}, { cost: 0.5 }, { balance: 0.4 }],
  ];
  it.each(reasons)('holds a message back: %s', (reason, person, message, tenant) => {
    const verdict = gate({ ...someone, ...person }, 'sms', { ...hello, ...message }, { ...settings, ...tenant }, noon);
    expect(verdict).toMatchObject({ send: false, reason });
  });

  it('lets everything else through, and what is not about this message', () => {
    const sends = (person: Partial<GateRecipient>, message: Partial<GateMessage> = {}, tenant: Partial<GateSettings> = {}) =>
      gate({ ...someone, ...person }, 'sms', { ...hello, ...message }, { ...settings, ...tenant }, noon).send;
    expect(sends({})).toBe(true);
    expect(sends({ consent: { email: false, sms: true } })).toBe(true);
    expect(sends({ received: 2 }, {}, { cap: 3 })).toBe(true);
    expect(sends({ received: 9 }, { promotional: false }, { cap: 3 })).toBe(true);
    expect(sends({}, { automatic: false }, { automation: false })).toBe(true);
    expect(sends({}, { cost: 0.4 }, { balance: 0.4 })).toBe(true);
    expect(gate({ to: 'a@b.example' }, 'email', hello, settings, noon).send).toBe(true);
    expect(gate({ to: 'a@b' }, 'email', hello, settings, noon).send).toBe(false);
  });

  it('D-144 keeps promotional messages for the sending hours of the recipient, and no others', () => {
    const at = (zone: string | null, now: Date, promotional = true) =>
      gate({ ...someone, zone }, 'sms', { promotional }, settings, now);
    expect(at(null, night)).toEqual({ send: false, reason: 'outside_hours', until: new Date('2026-06-11T04:30:00Z') });
    expect(at('Europe/London', night).send).toBe(true);
    expect(at('Europe/London', noon)).toMatchObject({ reason: 'outside_hours', until: new Date('2026-06-10T09:00:00Z') });
    expect(at(null, night, false).send).toBe(true);
    expect(opensAt({ from: '21:00', to: '06:00' }, 'Asia/Kolkata', noon)).toEqual(new Date('2026-06-10T15:30:00Z'));
    expect(opensAt({ from: '10:00', to: '10:00' }, 'Asia/Kolkata', night)).toBe(null);
  });

  it('reads the zone from the number where its country has one', () => {
    expect(['+919812345678', '+97150123456', '+442071234567', '+12025550123', '9812345678', null].map(zoneOfNumber)).toEqual([
      'Asia/Kolkata',
      'Asia/Dubai',
      'Europe/London',
      null,
      null,
      null,
    ]);
  });

  it('counts the parts of an SMS, in Unicode for Devanagari and emoji', () => {
    expect(
      ['a'.repeat(160), 'a'.repeat(161), '€'.repeat(80), '€'.repeat(81), 'नमस्ते', 'अ'.repeat(71), '😀'.repeat(35)].map(smsParts),
    ).toEqual([1, 2, 1, 2, 1, 2, 1]);
  });
});
