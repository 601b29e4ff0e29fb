import { Button, Input, Space } from 'antd';
import { useState, type ReactNode, type RefObject } from 'react';
import { htmlOf, isLinked } from './rich-nodes';

/** Asks for the address of the marked text's link; an empty one removes the link. `run` is the editor's, with the focus in its box. */
export function LinkTool(props: {
  box: RefObject<HTMLDivElement | null>;
  run: (command: string, argument?: string) => void;
}): ReactNode {
  const { box, run } = props;
  const [marked, setMarked] = useState<Range>();
  const [address, setAddress] = useState('');
  const open = (): void => {
    const range = rangeIn(box.current);
    setAddress(linkAt(range)?.getAttribute('href') ?? '');
    setMarked(range);
  };
  const set = (): void => {
    if (!marked) return;
    setMarked(undefined);
    box.current?.focus();
    const link = linkAt(marked);
    if (link) marked.selectNodeContents(link);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(marked);
    const to = whole(address);
    if (!to) return run('unlink');
    const inner = [{ text: to.replace(/^(https?:\/\/|mailto:|tel:)/i, ''), inner: [] }];
    if (marked.collapsed) run('insertHTML', htmlOf([{ tag: 'a', href: to, inner }]));
    else run('createLink', to);
  };
  return (
    <>
      <Button size="small" onMouseDown={(event) => event.preventDefault()} onClick={open}>
        Link
      </Button>
      {marked ? (
        <Space.Compact size="small">
          <Input
            autoFocus
            aria-label="Address of the link"
            placeholder="https://…"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== 'Escape') return;
              event.preventDefault();
              event.stopPropagation(); // neither saves nor closes the form
              if (event.key === 'Enter') return set();
              setMarked(undefined);
              box.current?.focus();
            }}
          />
          <Button onClick={set}>{address ? 'Set link' : 'Remove link'}</Button>
        </Space.Compact>
      ) : null}
    </>
  );
}

/** The marked text, or the end of the box. */
function rangeIn(box: HTMLElement | null): Range {
  const selection = getSelection();
  if (box && selection?.rangeCount && box.contains(selection.anchorNode)) return selection.getRangeAt(0).cloneRange();
  const range = document.createRange();
  if (box) range.selectNodeContents(box);
  range.collapse(false);
  return range;
}

const linkAt = ({ startContainer: at }: Range): Element | null =>
  (at instanceof Element ? at : at.parentElement)?.closest('.p-rich-edit a') ?? null;

/** 'example.com' as 'https://example.com', 'a@b.in' as a mail address; addresses of other kinds are not kept. */
function whole(address: string): string {
  const text = address.trim();
  if (!text || isLinked(text)) return text;
  return text.includes('@') && !text.includes('/') ? `mailto:${text}` : `https://${text}`;
}
