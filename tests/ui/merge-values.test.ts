import { afterEach, expect, it } from 'vitest';
import { setWho } from '../../src/providers/session/who';
import type { Lead } from '../../src/schemas/leads/leads';
import { mergeRows } from '../../src/ui/leads/merge/merge-values';

afterEach(() => setWho(null));

const lead = (values: Partial<Lead>): Lead => ({ id: 'a', name: 'Asha', row_version: 1, ...values }) as Lead;
const kept = lead({ phone: '98xxxxxx11', city: 'Pune' });
const lost = lead({ id: 'b', name: 'Asha Rao', phone: '97xxxxxx12', city: 'Goa' });
const open = (): Record<string, boolean> =>
  Object.fromEntries(mergeRows([kept, lost], 'a', {}).map(({ field, isOpen }) => [field, isOpen]));

it('a role chooses no value that it does not see or may not change, and the administrator all of them', () => {
  const fieldRules = [
    { resource: 'leads', field: 'phone', rule: 'masked' },
    { resource: 'leads', field: 'city', rule: 'read_only' },
  ] as const;
  const levels = new Map();
  setWho({ role: 4, type: 'org', levels, fieldRules });
  expect(open()).toEqual({ name: true, phone: false, city: false });
  setWho({ role: 1, type: 'org', levels, fieldRules });
  expect(open()).toEqual({ name: true, phone: true, city: true });
});
