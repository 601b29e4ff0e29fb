import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { inputProps } from '../input-props';
import { isEmpty } from '../kind';
import type { WidgetProps } from '../kind-parts';
import { jsonFault } from '../json-fault';
import { notJson, notJsonText } from '../not-json';

/** A value of any shape as JSON. Another value from outside, such as that of the row below a removed one, replaces the text. */
export function widget(props: WidgetProps): ReactNode {
  const { value, onChange } = props;
  const [draft, setDraft] = useState(() => textOf(value));
  const [said, say] = useState(() => plain(value)); // what the text says
  const [seen, see] = useState(said);
  if (plain(value) !== seen) {
    see(plain(value));
    if (plain(value) !== said) {
      say(plain(value));
      setDraft(textOf(value));
    }
  }
  return (
    <Input.TextArea
      {...inputProps(props)}
      className="p-grows p-code"
      rows={1}
      spellCheck={false}
      value={draft}
      onChange={({ target: { value: text } }) => {
        const next: unknown = text.trim() ? (jsonFault(text) ? notJson(text) : JSON.parse(text)) : undefined;
        setDraft(text);
        say(plain(next));
        onChange(next);
      }}
    />
  );
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : (notJsonText(value) ?? JSON.stringify(value, null, 2));
/** Nothing, and what a form takes for nothing, are the same. */
const plain = (value: unknown): string => (isEmpty(value) ? '' : JSON.stringify(value));
