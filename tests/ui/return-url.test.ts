import { describe, expect, it } from 'vitest';
import { safeReturnUrl, signInPath } from '../../src/providers/session/return-url';

describe('returnUrl', () => {
  it('GUARD-013 accepts only paths of this application', () => {
    const origin = 'https://crm.example';
    for (const path of ['/', '/leads?type=all', '/lp/1/conversion?a=%2F%2Fb#x', '/lp/a//b'])
      expect(safeReturnUrl(path, origin)).toBe(path);
    for (const path of [
      null,
      undefined,
      '',
      'leads',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'https://evil.example/',
      'javascript:alert(1)',
      '/\t/evil.example',
      '/\n/evil.example',
      ' //evil.example',
      '/login?returnUrl=/',
      '/verify-otp',
    ])
      expect(safeReturnUrl(path, origin), String(path)).toBe('/');
  });

  it('carries path and query, encoded', () => {
    expect(signInPath('/login', '/leads?type=all&q=a b')).toBe('/login?returnUrl=%2Fleads%3Ftype%3Dall%26q%3Da%20b');
    expect(signInPath('/verify-otp', '/')).toBe('/verify-otp');
  });
});
