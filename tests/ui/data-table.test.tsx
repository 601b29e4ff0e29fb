import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createPortal } from 'react-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { DataTable } from '../../src/resources/list/data-table';

afterEach(cleanup);

it('a click in a row opens its record; a click in a dialog that a cell opened does not', async () => {
  const opened = vi.fn();
  const columns = [
    { name: 'name', title: 'Name', cell: (row: { id: string }) => <span>Lead {row.id}</span> },
    { name: 'answer', title: 'Answer', cell: () => createPortal(<div role="dialog">Why not?</div>, document.body) },
  ];
  render(
    <DataTable
      label="Leads"
      rows={[{ id: '1' }]}
      keyOf={(row) => row.id}
      columns={columns}
      sort={[]}
      onSort={() => {}}
      onOpen={opened}
    />,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('dialog'));
  expect(opened).not.toHaveBeenCalled();
  await user.click(screen.getByText('Lead 1'));
  expect(opened).toHaveBeenCalledTimes(1);
});
