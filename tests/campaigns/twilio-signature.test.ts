import { describe, expect, it } from 'vitest';
import { isTwilioSigned } from '../../server/channels/twilio-reports';

describe("Twilio's own example of a signature", () => {
  it('is genuine, and no other one is', () => {
    const form = {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675309',
      Digits: '1234',
      From: '+14158675309',
      To: '+18005551212',
    };
    const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
    expect(isTwilioSigned(url, form, 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', '12345')).toBe(true);
    expect(isTwilioSigned(url, { ...form, Digits: '1235' }, 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', '12345')).toBe(false);
  });
});
