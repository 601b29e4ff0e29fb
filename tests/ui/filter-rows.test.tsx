import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import FilterRows from '../../src/resources/list/filter-rows';
import { resourceNamed } from '../../src/schemas/kit/all';
import type { ListFilter } from '../../src/schemas/kit/list-query';
import { App } from './app-fixture';

afterEach(cleanup);

const eq = (field: string, value: string, group?: number): ListFilter => ({
  field,
  operator: 'eq',
  values: [value],
  ...(group === undefined ? {} : { group }),
});
const cell = eq('cell', 'L3;2026-03-02;2026-03-02');

function open(filters: readonly ListFilter[]): { applied: readonly ListFilter[] | undefined } {
  const world: { applied: readonly ListFilter[] | undefined } = { applied: undefined };
  render(
    <App>
      <FilterRows
        resource={resourceNamed('leads')}
        filters={filters}
        onApply={(next) => (world.applied = next)}
        onClose={() => undefined}
      />
    </App>,
  );
  return world;
}
/** The drawer's own buttons come last. */
const press = (name: string): void => void fireEvent.click(screen.getAllByRole('button', { name }).at(-1)!);

it('keeps the number of a report apart from the conditions: it is in no group, and Clear does not remove it', () => {
  const world = open([cell, eq('city', 'Pune', 1), eq('city', 'Goa', 2)]);
  expect(screen.getAllByRole('group')).toHaveLength(2);
  expect(screen.queryByDisplayValue(/L3/)).toBeNull();
  press('Apply');
  expect(world.applied).toEqual([cell, eq('city', 'Pune', 1), eq('city', 'Goa', 2)]);
  press('Clear');
  expect(world.applied).toEqual([cell]);
});

it('names a field that is only searched by its title', () => {
  open([{ field: 'phone', operator: 'contains', values: ['98'] }]);
  expect(within(screen.getByRole('group')).getByTitle('Phone')).toBeTruthy();
});

it('says that two conditions of one kind cannot be joined by and, which would find either', () => {
  const has = (text: string): ListFilter => ({ field: 'phone', operator: 'contains', values: [text] });
  const world = open([has('98'), has('21')]);
  press('Apply');
  expect(screen.getByRole('alert').textContent).toContain("'Phone contains' cannot be combined with 'and'");
  expect(world.applied).toBeUndefined();
  fireEvent.click(screen.getAllByRole('button', { name: 'Remove this condition' })[1]!);
  press('Apply');
  expect(world.applied).toEqual([has('98')]);
});
