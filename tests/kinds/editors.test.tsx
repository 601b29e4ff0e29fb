// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { kindAt } from '../../src/kinds/kind-of';
import { widget as Json } from '../../src/kinds/json/widget';
import { widget as Files } from '../../src/kinds/on-demand/files/widget';
import { htmlOf, richNodes } from '../../src/kinds/on-demand/rich-text/rich-nodes';
import { widget as RichText } from '../../src/kinds/on-demand/rich-text/widget';
import { sampled } from './sampled';

vi.mock('../../src/providers/calls/upload-file', () => ({
  uploadFile: async (_resource: string, _field: string, { name }: File) => {
    if (name === 'bad.exe') throw new Error('This kind of file is not accepted');
    return { value: `files/01#${name}`, address: `/api/files/01#${name}`, name, size: 1 };
  },
}));
afterEach(cleanup);

const atOf = (kind: string) => {
  const { resource, name } = sampled.find((one) => one.kind === kind)!;
  return kindAt(resource, name).at;
};

it('the editor of rich text keeps what it offers and nothing that runs', () => {
  const html =
    '<div onclick="x()">A <b>b</b><script>alert(1)</script> <a href="javascript:x()">c</a> <span style="x">&lt;d&gt;</span></div>';
  expect(htmlOf(richNodes(html))).toBe('<p>A <strong>b</strong> c &lt;d&gt;</p>');
  const changed = vi.fn();
  const { rerender } = render(<RichText id="x" at={atOf('rich-text')} value="<p>One</p>" onChange={changed} record={{}} />);
  const box = screen.getByRole('textbox', { name: 'It' });
  expect(box.innerHTML).toBe('<p>One</p>');
  box.innerHTML = '<p>Two <b>bold</b></p>';
  fireEvent.input(box);
  expect(changed).toHaveBeenLastCalledWith('<p>Two <strong>bold</strong></p>');
  rerender(<RichText id="x" at={atOf('rich-text')} value="<p>Two <strong>bold</strong></p>" onChange={changed} record={{}} />);
  expect(box.innerHTML).toBe('<p>Two <b>bold</b></p>'); // what is being edited is left alone
  box.innerHTML = '<p><br></p>';
  fireEvent.input(box);
  expect(changed).toHaveBeenLastCalledWith(undefined);
});

it('several files are uploaded one after the other, and each that is refused is named', async () => {
  const changed = vi.fn();
  render(<Files id="x" at={atOf('files')} value={['https://example.com/a.png']} onChange={changed} record={{}} />);
  const chosen = ['b.pdf', 'bad.exe', 'c.pdf'].map((name) => new File(['x'], name));
  fireEvent.change(document.querySelector('input')!, { target: { files: chosen } });
  await waitFor(() => expect(changed).toHaveBeenCalled());
  expect(changed).toHaveBeenCalledWith(['https://example.com/a.png', 'files/01#b.pdf', 'files/01#c.pdf']);
  expect(screen.getByRole('alert').textContent).toContain('bad.exe');
  fireEvent.click(screen.getByRole('button', { name: 'Remove a.png' }));
  expect(changed).toHaveBeenLastCalledWith(undefined);
});

it('the editor of JSON shows the value of the row that is there now, and leaves what is typed alone', () => {
  const changed = vi.fn();
  const shown = (value: unknown) => <Json id="x" at={atOf('json')} value={value} onChange={changed} record={{}} />;
  const { rerender } = render(shown({ a: 1 }));
  const box = screen.getByRole<HTMLTextAreaElement>('textbox');
  rerender(shown({ b: 2 })); // the row above was removed
  expect(JSON.parse(box.value)).toEqual({ b: 2 });
  fireEvent.change(box, { target: { value: '{"c": ' } });
  rerender(shown(changed.mock.lastCall?.[0]));
  expect(box.value).toBe('{"c": ');
  fireEvent.change(box, { target: { value: '[ ]' } });
  rerender(shown(undefined)); // a row keeps no empty values
  expect(box.value).toBe('[ ]');
  fireEvent.change(box, { target: { value: '{"c":  3}' } });
  rerender(shown({ c: 3 }));
  expect(box.value).toBe('{"c":  3}');
});
