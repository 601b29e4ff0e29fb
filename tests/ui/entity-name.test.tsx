import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RuleSentence } from '../../src/custom/dialer-rules/rule-sentence';
import { browser as conditions } from '../../src/kinds/conditions/browser';
import type { ConditionBlock } from '../../src/schemas/kit/conditions';
import { ConditionBuilder } from '../../src/ui/conditions/condition-builder';
import { App } from './app-fixture';
import { freshBrowser, signedIn, stubNetwork } from './browser-fixture';

const blocks = [
  { condition: 'And', rules: [{ columnName: 'clg_id', operator: 'in', value: [7], displayName: 'Lakeview' }] },
] as unknown as ConditionBlock[];

beforeEach(() => {
  freshBrowser('/rule-engine');
  stubNetwork(() => undefined);
  signedIn({}, { entity_name: 'University' });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the tenant’s word for its colleges', () => {
  it('is the name of the column in a condition, and in the words of one', () => {
    render(
      <App>
        <ConditionBuilder
          id="rule"
          value={blocks}
          onChange={() => undefined}
          joint="And"
          counts="rule"
          disabled={false}
          invalid={false}
        />
      </App>,
    );
    expect(screen.getByTitle('University')).toBeTruthy();
    expect(screen.queryByTitle('College')).toBeNull();
    cleanup();
    render(<App>{conditions.value?.({ value: blocks } as never)}</App>);
    expect(screen.getByRole('listitem').textContent).toMatch(/^University include Lakeview|^University in Lakeview/);
    cleanup();
    render(
      <App>
        <RuleSentence draft={{ triggerType: 'create', rule: blocks, globleCondtion: 'And' }} listNames={['Fresh']} />
      </App>,
    );
    expect(screen.getByRole('complementary').textContent).toContain('its University is');
  });
});
