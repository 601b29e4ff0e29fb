import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, settings, settingsTable } from '../../server/config';

const folder = (): string => mkdtempSync(join(tmpdir(), 'prospectus-config-'));
const wrong = (environment: Record<string, string>): string => {
  try {
    readConfig({ DATA_DIR: folder(), ...environment });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('environment', () => {
  it('needs no variable', () => {
    const config = readConfig({ DATA_DIR: folder() });
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      demo: true,
      logLevel: 'warn',
      publicUrl: 'http://127.0.0.1:3000',
    });
  });

  it('creates a secret key once, readable only by its owner', () => {
    const DATA_DIR = folder();
    const first = readConfig({ DATA_DIR }).secretKey;
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(readConfig({ DATA_DIR }).secretKey).toBe(first);
    expect(statSync(join(DATA_DIR, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(DATA_DIR, 'secret.key'), 'utf8')).toBe(first);
  });

  it('reports an error in one sentence that names the variable', () => {
    const cases: Record<string, Record<string, string>> = {
      PORT: { PORT: '70000' },
      LOG_LEVEL: { LOG_LEVEL: 'loud' },
      DEMO: { DEMO: 'yes' },
      DATABASE_URL: { DATABASE_URL: 'mysql://x' },
      SECRET_KEY: { DATABASE_URL: 'postgres://x@y/z' },
      DATABASE_ADMIN_URL: { DATABASE_ADMIN_URL: 'postgres://x@y/z' },
      PUBLIC_URL: { PUBLIC_URL: 'crm.example' },
      PROSPECTUS_PORT: { PROSPECTUS_PORT: '1' },
    };
    for (const [name, environment] of Object.entries(cases)) {
      const sentence = wrong(environment);
      expect(sentence).toMatch(new RegExp(`^${name}\\b.*\\.$`));
      expect(sentence).not.toContain('\n');
    }
    expect(wrong({ SECRET_KEY: 'short' })).toMatch(/^SECRET_KEY/);
    expect(wrong({ DATABASE_URL: 'mysql://user:hush@host/x' })).not.toContain('hush');
  });

  it('reports a data directory that cannot be used', () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    expect(wrong({ DATA_DIR: join(file, 'x') })).toMatch(/^DATA_DIR .* cannot be written/);
    const damaged = folder();
    writeFileSync(join(damaged, 'secret.key'), 'x');
    expect(wrong({ DATA_DIR: damaged })).toMatch(/^DATA_DIR .* is damaged/);
  });

  it('prints every setting for the README', () => {
    const table = settingsTable();
    for (const { name } of settings) expect(table).toContain(`\`${name}\``);
  });
});
