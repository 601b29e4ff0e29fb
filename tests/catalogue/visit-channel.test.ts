import { expect, it } from 'vitest';
import { hostOf, pagePath } from '../../server/domain/page-path';
import { deviceOf, isBot, visitChannel } from '../../server/domain/visit-channel';
import { desktop, phone } from './visit-world';

it.each([
  [{ utm_source: 'google', utm_medium: 'cpc' }, 'paid_search'],
  [{ utm_source: 'Facebook', utm_medium: 'paid_social' }, 'paid_social'],
  [{ utm_source: 'shiksha', utm_medium: 'cpc' }, 'campaign'],
  [{ click: 'google' as const, referrer: 'google.com' }, 'paid_search'],
  [{ click: 'facebook' as const }, 'paid_social'],
  [{ utm_source: 'newsletter', utm_medium: 'email' }, 'email'],
  [{ utm_source: 'whatsapp' }, 'whatsapp'],
  [{ utm_source: 'sms' }, 'sms'],
  [{ utm_source: 'instagram' }, 'social'],
  [{ utm_source: 'google', utm_medium: 'organic' }, 'organic'],
  [{ utm_campaign: 'x', utm_source: 'brochure' }, 'campaign'],
  [{ referrer: 'google.co.in' }, 'organic'],
  [{ referrer: 'l.instagram.com' }, 'social'],
  [{ referrer: 'notgoogle.org' }, 'referral'],
  [{}, 'direct'],
] as const)('a visit that came with %j is %s', (from, channel) => expect(visitChannel(from)).toBe(channel));

it('tells devices and bots by what the browser calls itself', () => {
  const tablet = 'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1';
  expect([phone, desktop, tablet].map(deviceOf)).toEqual(['mobile', 'desktop', 'tablet']);
  expect([phone, desktop, '', 'python-requests/2', 'Mozilla/5.0 (compatible; bingbot/2.0)'].map(isBot)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});

it('keeps of a page its path alone, and of that nothing that names a person', () => {
  expect(pagePath('https://www.college.example/mba/?x=1#y')).toBe('/mba');
  expect(pagePath('/')).toBe('/');
  expect(pagePath('//mba//fees')).toBe('/mba/fees');
  expect(pagePath('/u/asha%40example.com/98765%3043210')).toBe('/u/…/…');
  expect(pagePath('/%E0%A4%A')).toBe('/%E0%A4%A');
  expect(pagePath(`/${'a'.repeat(2000)}`)).toHaveLength(300);
  expect([hostOf('https://WWW.College.example/x'), hostOf('javascript:alert(1)'), hostOf('nothing')]).toEqual([
    'college.example',
    null,
    null,
  ]);
});
