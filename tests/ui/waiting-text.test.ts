import { expect, it } from 'vitest';
import { waitingLeads, waitingNumber } from '../../src/custom/dialer-desk/waiting-text';

it('leads that wait at the desk are counted to a thousand, and the text says so', () => {
  expect([1, 999, 1000].map(waitingLeads)).toEqual(['1 lead', '999 leads', '1,000+ leads']);
  expect([0, 1000].map(waitingNumber)).toEqual(['0', '1,000+']);
});
