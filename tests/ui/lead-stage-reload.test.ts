import { beforeEach, expect, it, vi } from 'vitest';
import type { LeadStageRequest } from '../../src/providers/screens/lead-stage-modal';

beforeEach(() => sessionStorage.clear());

/** The page after a reload: what is open, and the ways to open and close. */
async function reloaded() {
  vi.resetModules();
  const { renderHook } = await import('@testing-library/react');
  const modal = await import('../../src/providers/screens/lead-stage-modal');
  return { ...modal, open: (): LeadStageRequest | null => renderHook(modal.useLeadStageRequest).result.current };
}
const ofCall = { leadId: 'lead-1', dialer: true } as const;

it('the form that a call opened is there after a reload, until it is closed', async () => {
  (await reloaded()).openLeadStage(ofCall);
  const page = await reloaded();
  expect(page.open()).toEqual(ofCall);
  page.closeLeadStage();
  expect((await reloaded()).open()).toBeNull();
});

it('one that was opened by hand is not, and nothing that is no form is opened', async () => {
  (await reloaded()).openLeadStage({ leadId: 'lead-1' });
  expect((await reloaded()).open()).toBeNull();
  sessionStorage.setItem('stageOfCall', '{"leadId":7}');
  expect((await reloaded()).open()).toBeNull();
});

it('the lead of a call that waited behind another form is there too, and the one after it', async () => {
  const before = await reloaded();
  before.openLeadStage({ leadId: 'written' });
  before.openLeadStage(ofCall);
  before.openLeadStage({ leadId: 'lead-2', dialer: true });
  const page = await reloaded();
  expect(page.open()).toEqual(ofCall);
  page.closeLeadStage();
  expect(page.open()?.leadId).toBe('lead-2');
  page.closeLeadStage();
  expect((await reloaded()).open()).toBeNull();
});
