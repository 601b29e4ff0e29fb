import { AbilityProvider } from '@casl/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { kindAt } from '../../src/kinds/kind-of';
import { placesUnder } from '../../src/custom/config-index/places';
import { abilityOf } from '../support/ability-of';
import { ability } from '../../src/providers/rights';
import { mayOpen } from '../../src/schemas/kit/access';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { conditionErrors, type ConditionBlock } from '../../src/schemas/kit/conditions';
import { wiresOf } from '../../src/schemas/kit/resource';
import { ConditionBuilder } from '../../src/ui/conditions/condition-builder';

afterEach(cleanup);

/** The builder inside a form; no user is signed in, so nothing is counted. */
function show(initial?: readonly ConditionBlock[]): () => readonly ConditionBlock[] | undefined {
  const held: (readonly ConditionBlock[] | undefined)[] = [initial];
  function Form(): ReactNode {
    const [value, setValue] = useState(initial);
    return (
      <ConditionBuilder
        id="rule"
        value={value}
        onChange={(next) => {
          held.push(next);
          setValue(next);
        }}
        joint="And"
        counts="rule"
        disabled={false}
        invalid={false}
      />
    );
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AbilityProvider value={ability}>
        <Form />
      </AbilityProvider>
    </QueryClientProvider>,
  );
  return () => held.at(-1);
}
const box = (name: RegExp): HTMLElement => screen.getByRole('combobox', { name });
async function choose(name: RegExp, text: string): Promise<void> {
  fireEvent.mouseDown(box(name));
  const option = await waitFor(() => {
    const found = [...document.querySelectorAll('.ant-select-item-option')].findLast((one) => one.textContent === text);
    if (!found) throw new Error(`no option ${text}`);
    return found;
  });
  fireEvent.click(option);
}

describe('the condition builder', () => {
  it('builds a condition, with the labels of what was chosen', async () => {
    const value = show([{ condition: 'And', rules: [{ columnName: 'priority', operator: 'in' } as never] }]);
    await choose(/Block 1, condition 1: value/, 'High');
    expect(value()).toEqual([
      {
        condition: 'And',
        rules: [
          {
            columnName: 'priority',
            operator: 'in',
            value: 2,
            valueAry: [{ key: 2, value: 'High' }],
            displayName: 'High',
            type: 'select',
          },
        ],
      },
    ]);
    expect(conditionErrors(value())).toEqual([]);
  });

  it('takes dates for Followup Date, two for Between', async () => {
    const value = show([
      { condition: 'And', rules: [{ columnName: 'last_callaction_call_date_time', operator: 'between', value: undefined }] },
    ]);
    fireEvent.change(screen.getByLabelText(/value, from/), { target: { value: '2026-04-01' } });
    fireEvent.change(screen.getByLabelText(/value, to/), { target: { value: '2026-04-30' } });
    expect(value()![0]!.rules[0]).toMatchObject({
      value: { start: '2026-04-01', end: '2026-04-30' },
      type: 'daterange',
      displayName: '2026-04-01 to 2026-04-30',
    });
    expect(conditionErrors(value())).toEqual([]);
  });

  it('forgets the value when the column or the operator changes', async () => {
    const value = show([
      { condition: 'And', rules: [{ columnName: 'gender', operator: 'in', value: 'male', displayName: 'Male' }] },
    ]);
    await choose(/condition 1: operator/, 'Exclude');
    expect(value()![0]!.rules).toEqual([{ columnName: 'gender', operator: 'NOT IN' }]);
    await choose(/condition 1: column/, 'Primary Source');
    expect(value()![0]!.rules).toEqual([{ columnName: 'prmary_source', operator: 'in', belongsTo: '' }]);
  });

  it('adds and removes conditions and blocks, and joins them', async () => {
    const one: ConditionBlock = { condition: 'And', rules: [{ columnName: 'gender', operator: 'in', value: 'male' }] };
    const value = show([one]);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Add condition' }));
    expect(value()![0]!.rules).toHaveLength(2);
    await user.click(within(screen.getByRole('group', { name: 'Block 1' })).getByText('Or'));
    expect(value()![0]!.condition).toBe('Or');
    await user.click(screen.getByRole('button', { name: 'Add block' }));
    expect(value()).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Remove block 2' }));
    await user.click(screen.getByRole('button', { name: 'Remove block 1, condition 2' }));
    expect(value()).toEqual([{ ...one, condition: 'Or' }]);
  });
});

describe('the pages of automation', () => {
  const admin = { role: 1, type: 'org', levels: new Map() };
  const pages = [
    ['RULEENGINE-012', 'rules', '/rule-engine'],
    ['RULEENGINE-012', 'counsellor-rules', '/counsellor-allocation-logic'],
    ['RULEENGINE-012', 'workflow-rules', '/workflow-allocation-logic'],
    ['LEADGEN-014', 'lead-gen-campaigns', '/lead-generation'],
    ['SETTINGS-ASSIGN-006', 'assignment-rules', '/config/assignment-rules'],
  ] as const;
  it.each(pages)('%s %s has list, form and detail at %s', (_, name, path) => {
    const resource = resourceNamed(name);
    expect(resource.menu?.path).toBe(path);
    expect(mayOpen(admin, resource.access)).toBe(true);
    for (const operation of ['list', 'read', 'create', 'update', 'delete'] as const)
      expect(wiresOf(resource, operation).length, operation).toBeGreaterThan(0);
    expect(resource.columns?.length).toBeGreaterThan(2);
    if (resource.fields.properties['rule' as never]) expect(kindAt(resource, 'rule').kind.name).toBe('conditions');
  });
  it('SETTINGS-ASSIGN-006 is one of the pages of Configuration', () => {
    const places = placesUnder(resources, 'Configuration', abilityOf(admin, resources));
    expect(places).toContainEqual({ title: 'Assignment rules', path: '/config/assignment-rules' });
  });
  it('shows the actions of a rule in words', () => {
    const { kind, at } = kindAt(resourceNamed('rules'), 'actions');
    expect(kind.name).toBe('actions');
    expect(kind.text([{ type: 'add_tag' }, { type: 'send_sms' }], at)).toBe('Add a tag, Send an SMS');
  });
});
