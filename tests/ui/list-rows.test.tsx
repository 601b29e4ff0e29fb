import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { kindAt } from '../../src/kinds/kind-of';
import { pastedRows } from '../../src/kinds/list/paste-rows';
import { KindWidget } from '../../src/resources/form/kind-widget';
import { valueOf } from '../../src/resources/kind-looks';
import { bookings } from '../fixtures/bookings';
import { App } from './app-fixture';
import { json, stubNetwork } from './browser-fixture';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const { at } = kindAt(bookings, 'items');
type Row = Record<string, unknown>;

function Rows({ rows, seen }: { rows: readonly Row[]; seen: (rows: unknown) => void }): ReactNode {
  const [value, put] = useState<unknown>(rows);
  return (
    <App>
      <KindWidget
        id="items"
        at={at}
        value={value}
        record={{}}
        onChange={(next) => {
          seen(next);
          put(next);
        }}
      />
    </App>
  );
}
const three = [{ what: 'Chairs', count: 3, price: 10 }, { what: 'Tent', count: 1, price: 900, hired: true }, { what: 'Sofa' }];

describe('the rows of a list', () => {
  it('move by the arrow keys and by dragging, which is said', () => {
    let now: unknown = three;
    render(<Rows rows={three} seen={(rows) => (now = rows)} />);
    fireEvent.keyDown(screen.getByRole('button', { name: /^Move row 1/ }), { key: 'ArrowDown' });
    expect(now).toEqual([three[1], three[0], three[2]]);
    expect(screen.getByText('Row 1 is now row 2 of 3').getAttribute('role')).toBe('status');
    const dataTransfer = { setData: () => undefined };
    fireEvent.dragStart(screen.getByRole('button', { name: /^Move row 3/ }), { dataTransfer });
    fireEvent.drop(document.querySelectorAll('tbody tr')[0]!, { dataTransfer });
    expect(now).toEqual([three[2], three[1], three[0]]);
  });

  it('show what their own values show, and the sums under their columns', () => {
    render(<Rows rows={three} seen={() => undefined} />);
    expect(document.getElementById('items.0.from')).toBeNull();
    expect(document.getElementById('items.1.from')).not.toBeNull();
    expect([...document.querySelectorAll('tfoot td')].map((cell) => cell.textContent)).toEqual(
      expect.arrayContaining(['4', '910']),
    );
  });

  it('are added from a spreadsheet, with or without its titles', async () => {
    let now: unknown;
    render(<Rows rows={three} seen={(rows) => (now = rows)} />);
    const paste = (text: string): boolean =>
      fireEvent.paste(document.getElementById('items')!, { clipboardData: { getData: () => text } });
    paste('Item\tPrice\tHired\nLamp\t1,200\tYes\nRug\t\tno');
    await waitFor(() =>
      expect(now).toEqual([
        ...three,
        { what: 'Lamp', price: 1200, hired: true, count: 1 },
        { what: 'Rug', hired: false, count: 1 },
      ]),
    );
    expect(screen.queryByRole('alert')).toBeNull();
    const streams = [
      { id: 's1', name: 'Law', status: 1 },
      { id: 's2', name: 'Law and Order', status: 1 },
      { id: 's3', name: 'Arts', status: 1 },
      { id: 's4', name: 'ARTS', status: 1 },
    ];
    const asked = stubNetwork(({ path }) => {
      const text = new URL(path, 'http://x').searchParams.get('q')?.toLowerCase() ?? '';
      const data = streams.filter(({ name }) => name.toLowerCase().includes(text));
      return path.startsWith('res/streams?') ? json(data, 200, { 'x-total-count': String(data.length) }) : undefined;
    });
    paste('Item\tStream\nLamp\t law\nRug\tArts\nBed\tLaw');
    expect((await screen.findByRole('alert')).textContent).toBe("Left empty, please choose: Stream 'Arts'.");
    expect(now).toMatchObject([
      {},
      {},
      {},
      {},
      {},
      { what: 'Lamp', stream_id: 's1' },
      { what: 'Rug' },
      { what: 'Bed', stream_id: 's1' },
    ]);
    expect(asked.filter(({ path }) => path.includes('q=law'))).toHaveLength(1);
    expect(paste('Lamp')).toBe(true); // one value goes into its own control
  });

  it('are read as CSV: quotes, empty lines, cells that do not fit', async () => {
    const beginning = { userId: 'me', today: '2030-01-02', now: '2030-01-02T03:04:00.000Z' };
    const find = async (to: string, text: string) => (to === 'streams' && text === 'Arts' ? 's3' : undefined);
    expect(await pastedRows(at, '"Lamp, ""big""",Arts,2,x\n\n,,,\nRug,Law,many,5', beginning, find)).toEqual({
      rows: [
        { what: 'Lamp, "big"', stream_id: 's3', count: 2 },
        { what: 'Rug', count: 1, price: 5 },
      ],
      unread: ["Price 'x'", "Count 'many'", "Stream 'Law'"],
    });
    expect((await pastedRows(at, '5" pipe,,1', beginning, find)).rows).toEqual([{ what: '5" pipe', count: 1 }]);
  });

  it('are read with the day first, as a spreadsheet in India writes it; what does not fit is said', async () => {
    const beginning = { userId: 'me', today: '2030-01-02', now: '2030-01-02T03:04:00.000Z' };
    const find = async (): Promise<undefined> => undefined;
    const pasted = await pastedRows(at, 'Item\tFrom\nA\t31/12/2030\nB\t2030-05-01\nC\t31.02.2030\nD\tsoon', beginning, find);
    expect(pasted.rows.map((row) => row['from'])).toEqual(['2030-12-31', '2030-05-01', undefined, undefined]);
    expect(pasted.unread).toEqual(["From '31.02.2030'", "From 'soon'"]);
    const prices = await pastedRows(at, 'Item\tPrice\nA\t₹ 1,20,000.5\nB\t12,50', beginning, find);
    expect(prices.rows.map((row) => row['price'])).toEqual([120_000.5, undefined]);
    expect(prices.unread).toEqual(["Price '12,50'"]);
  });

  it('are not more than the list holds: what is left out is said', async () => {
    let now: unknown;
    render(<Rows rows={three} seen={(rows) => (now = rows)} />);
    const most = at.field.maxItems ?? 0;
    const text = Array.from({ length: most }, (_, index) => `Lamp ${index}\t1`).join('\n');
    fireEvent.paste(document.getElementById('items')!, { clipboardData: { getData: () => `Item\tCount\n${text}` } });
    expect((await screen.findByText('3 pasted rows left out: the list is full.')).getAttribute('role')).toBe('alert');
    expect(now).toHaveLength(most);
  });

  it('are shown on the page with names, kinds and sums', async () => {
    const rows = [
      { what: 'Books', stream_id: 's7', count: 2, hired: true, from: '2030-05-02' },
      { what: 'Sofa', count: 3 },
    ];
    render(<App>{valueOf(bookings, 'items', { id: 'b', items: rows, _labels: { 'items.*.stream_id': ['Law', ''] } })}</App>);
    await screen.findByText('Books');
    const cells = [...document.querySelectorAll('tbody tr:first-child td')].map((cell) => cell.textContent);
    expect(cells.slice(0, 5)).toEqual(['Books', 'Law', '2', '–', 'Yes']);
    expect(cells[5]).not.toBe('2030-05-02');
    expect([...document.querySelectorAll('tfoot td')].map((cell) => cell.textContent)).toContain('5');
  });
});
