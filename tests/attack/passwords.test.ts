import { availableParallelism } from 'node:os';
import { hashRaw, hash as weakHash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkNewPassword, hashPassword, isOutdated, verifyPassword } from '../../server/identity/passwords';
import { build, call, newBrowser, signIn, type TestApp } from '../support/app';
import { edit } from '../support/app';
import { password } from '../support/fixture';

let test: TestApp;
beforeAll(async () => {
  test = await build();
});
afterAll(() => test.close());

const refusalOf = (text: string): string | undefined => {
  try {
    checkNewPassword(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('passwords', () => {
  it('TRUST-S11 are stored as argon2id with 19 MiB, two passes, one lane and their own salt', async () => {
    const [one, two] = [await hashPassword('a long pass phrase'), await hashPassword('a long pass phrase')];
    for (const text of [one, two]) expect(text).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    const [, , , , salt = '', mark = ''] = one.split('$');
    const again = await hashRaw('a long pass phrase', {
      memoryCost: 19456,
      timeCost: 2,
      parallelism: 1,
      salt: Buffer.from(salt, 'base64'),
    });
    expect(again.toString('base64').replace(/=+$/, '')).toBe(mark);
    const kept = await test.store.admin('select password from users');
    for (const row of kept) expect(row['password']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('TRUST-S11 have 10 to 128 characters, and every one of them counts', async () => {
    expect([9, 10, 128, 129].map((length) => refusalOf('kQ7#'.repeat(40).slice(0, length)) === undefined)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const long = 'kQ7#xw2! '.repeat(20).slice(0, 128);
    const stored = await hashPassword(long);
    expect(await verifyPassword(stored, long)).toBe(true);
    expect(await verifyPassword(stored, `${long.slice(0, 127)}?`)).toBe(false);
    expect(await verifyPassword(stored, `${long} `)).toBe(false);
    const unicode = 'पासवर्ड बहुत लंबा है';
    expect(await verifyPassword(await hashPassword(unicode), unicode)).toBe(true);
  });

  it('TRUST-S11 all of three thousand common ones are refused, and no uncommon one is', () => {
    const words =
      'password admin welcome qwerty letmein iloveyou sunshine princess football monkey dragon master shadow michael computer internet test changeme secret default guest login hello india bharat mumbai delhi bangalore krishna ganesh cricket sachin samsung google facebook student teacher college school university admission'.split(
        ' ',
      );
    const ends = [
      '1234567890',
      '123456789',
      '12345678',
      '@123456789',
      '#123456789',
      '!1234567890',
      '2024202420',
      '@202420242',
      '0000000000',
      '1111111111',
      '9999999999',
      '@@@@@@@@@@',
      '!!!!!!!!!!',
      '1234512345',
      '1122334455',
      '_123456789',
      '.123456789',
      '-123456789',
      '@1@2@3@4@5',
      '*123456789',
    ];
    const cases = (word: string): string[] => [
      word,
      word.toUpperCase(),
      word[0]!.toUpperCase() + word.slice(1),
      word.replaceAll('a', '@').replaceAll('o', '0'),
    ];
    const common = new Set(words.flatMap((word) => cases(word).flatMap((one) => ends.map((end) => one + end))));
    for (const one of [
      '0123456789',
      '9876543210',
      'abcdefghij',
      'aaaaaaaaaa',
      '1q2w3e4r5t6y',
      '1212121212',
      'testtesttest',
      'passwordpassword',
    ])
      common.add(one);
    expect(common.size).toBeGreaterThan(3000);
    expect([...common].filter((one) => refusalOf(one) === undefined)).toEqual([]);
    const uncommon = Array.from({ length: 500 }, (_, n) => `umbrella ${n} walks ${n * 7919} home`);
    expect(uncommon.filter((one) => refusalOf(one) !== undefined)).toEqual([]);
  });

  it('TRUST-S11 one that was hashed with weaker parameters is hashed again at the next sign-in', async () => {
    const email = 'caller@northstar.example';
    const weak = await weakHash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    expect([isOutdated(weak), isOutdated(await hashPassword(password))]).toEqual([true, false]);
    await edit(test, test.fixture.tenants.northstar, `update users set password = '${weak}' where email = '${email}'`);
    await signIn(test, email);
    const [row] = await test.store.admin(`select password from users where email = '${email}'`);
    expect(row!['password']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signIn(test, email);
  });

  it('TRUST-S11 TRUST-R9 are hashed in parallel up to the number of cores; a short queue waits, and the rest are refused at once', async () => {
    const stored = await hashPassword('a long pass phrase');
    const tries = await Promise.allSettled(Array.from({ length: 200 }, () => verifyPassword(stored, 'a long pass phrase')));
    const done = tries.filter((one) => one.status === 'fulfilled');
    const refused = tries.filter((one) => one.status === 'rejected').map((one) => one.reason as { code: number });
    expect(done).toHaveLength(availableParallelism() + 64);
    expect(done.every((one) => one.value)).toBe(true);
    expect(refused).toHaveLength(200 - done.length);
    expect(refused.every((one) => one.code === 429)).toBe(true);
    expect(await verifyPassword(stored, 'a long pass phrase')).toBe(true);
  });

  it('TRUST-S11 200 people who sign in at once are answered or asked to retry; nobody waits forever', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        call(test, newBrowser(), 'POST', 'users/signin', { email: `nobody${n}@example.com`, password: 'wrong one' }),
      ),
    );
    const counts = answers
      .map((one) => one.code)
      .reduce<Record<number, number>>((sum, code) => ({ ...sum, [code]: (sum[code] ?? 0) + 1 }), {});
    expect(Object.keys(counts).every((code) => ['401', '429', '503'].includes(code))).toBe(true);
    expect(counts[401]).toBeGreaterThanOrEqual(64);
    for (const one of answers) if (one.code !== 401) expect(Number(one.headers['retry-after'])).toBeGreaterThan(0);
  });
});
