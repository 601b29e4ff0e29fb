import { Button } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { titleOf } from '../../../schemas/kit/resource';
import { textOf } from '../../input-props';
import type { WidgetProps } from '../../kind-parts';
import { LinkTool } from './link-tool';
import { hasText, htmlOf, nodesOf, richNodes, type RichNode } from './rich-nodes';
import './rich-text.css';

/** The browser's own editing with a bar of buttons; Ctrl+B and its like work too. What is pasted keeps the allowed elements. */
export function widget({ id, at, value, onChange, disabled, required, invalid, describedBy }: WidgetProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const written = useRef<string>(undefined);
  const html = textOf(value);
  // React must not touch what the person edits: only another value from outside replaces it.
  useEffect(() => {
    if (!box.current || written.current === html) return;
    written.current = html;
    box.current.replaceChildren(...elements(richNodes(html)));
  }, [html]);
  const read = (): void => {
    if (!box.current) return;
    const nodes = nodesOf(box.current.childNodes);
    written.current = hasText(nodes) ? htmlOf(nodes) : '';
    onChange(written.current || undefined);
  };
  const run = (command: string, argument?: string): void => {
    box.current?.focus();
    document.execCommand(command, false, argument);
    read();
  };
  return (
    <div>
      {disabled ? null : (
        <div className="p-rich-tools" role="toolbar" aria-label="Format">
          {commands.map(([label, command, argument]) => (
            <Button
              key={label}
              size="small"
              onMouseDown={(event) => event.preventDefault()} // keeps the selection
              onClick={() => run(command, argument)}
            >
              {label}
            </Button>
          ))}
          <LinkTool box={box} run={run} />
        </div>
      )}
      <div
        ref={box}
        id={id}
        className="p-rich p-rich-edit"
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-label={titleOf(at.resource, at.name)}
        aria-required={required}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        contentEditable={!disabled}
        suppressContentEditableWarning
        onInput={read}
        onPaste={(event) => {
          event.preventDefault();
          const pasted = event.clipboardData.getData('text/html');
          if (pasted) document.execCommand('insertHTML', false, htmlOf(richNodes(pasted)));
          else document.execCommand('insertText', false, event.clipboardData.getData('text/plain'));
        }}
      />
    </div>
  );
}

const commands: readonly (readonly [label: string, command: string, argument?: string])[] = [
  ['Bold', 'bold'],
  ['Italic', 'italic'],
  ['Heading', 'formatBlock', 'h3'],
  ['Paragraph', 'formatBlock', 'p'],
  ['List', 'insertUnorderedList'],
  ['Numbers', 'insertOrderedList'],
];

const elements = (nodes: readonly RichNode[]): Node[] =>
  nodes.map(({ tag, text = '', href, inner }) => {
    if (!tag) return document.createTextNode(text);
    const element = document.createElement(tag);
    if (href) element.setAttribute('href', href);
    element.append(...elements(inner));
    return element;
  });
