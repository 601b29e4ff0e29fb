import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FormParts } from '../../src/providers/screens/resource-chunk';
import { resourceNamed } from '../../src/schemas/kit/all';
import { compiledChunk } from '../support/compiled-chunk';
import { edit, isOpen, setUp, tearDown, wait } from './tenant-edit-world';

const coming = vi.hoisted((): { arrive: (parts: FormParts) => void } => ({ arrive: () => undefined }));
vi.mock('virtual:manifest', () => ({
  manifest: [],
  loadChunk: (name: string) => Promise.resolve({ resource: resourceNamed(name) }),
  loadFormParts: () => new Promise<FormParts>((resolve) => (coming.arrive = resolve)),
}));
beforeEach(setUp);
afterEach(tearDown);

it('the tenant form appears, and can be saved, once what checks it has loaded', async () => {
  await edit();
  await wait(500);
  expect(isOpen()).toBe(true);
  expect(document.querySelector('form')).toBeNull();
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  coming.arrive(compiledChunk(resourceNamed('tenant')).form!);
  await wait(500);
  expect(document.querySelector('form')).not.toBeNull();
});
