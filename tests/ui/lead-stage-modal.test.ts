import { renderHook } from '@testing-library/react';
import { act } from 'react';
import { expect, it } from 'vitest';
import { closeLeadStage, openLeadStage, useLeadStageRequest } from '../../src/providers/screens/lead-stage-modal';
import { endSession } from '../../src/providers/session/session';

it('the lead of an ended call waits while the form of another lead is open, and opens after it', () => {
  const { result } = renderHook(useLeadStageRequest);
  act(() => openLeadStage({ leadId: 'written' }));
  act(() => openLeadStage({ leadId: 'called', dialer: true }));
  expect(result.current).toEqual({ leadId: 'written' });
  act(closeLeadStage);
  expect(result.current).toEqual({ leadId: 'called', dialer: true });
  act(() => openLeadStage({ leadId: 'another' }));
  expect(result.current?.leadId).toBe('called');
  act(closeLeadStage);
  expect(result.current).toBeNull();
});

it('nothing waits for the next user', () => {
  const { result } = renderHook(useLeadStageRequest);
  act(() => openLeadStage({ leadId: 'written' }));
  act(() => openLeadStage({ leadId: 'called', dialer: true }));
  act(() => endSession({ comeBack: false }));
  expect(result.current).toBeNull();
  act(closeLeadStage);
  expect(result.current).toBeNull();
});
