import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { inputProps } from '../input-props';
import type { WidgetProps } from '../kind-parts';
import { jsonFault } from '../json-fault';
import { notJson, notJsonText } from '../not-json';

/** A value of any shape as JSON. */
export function widget(props: WidgetProps): ReactNode {
  const { value, onChange } = props;
  const [draft, setDraft] = useState(() =>
    value === undefined || value === null ? '' : (notJsonText(value) ?? JSON.stringify(value, null, 2)),
  );
  return (
    <Input.TextArea
      {...inputProps(props)}
      className="p-grows p-code"
      rows={1}
      spellCheck={false}
      value={draft}
      onChange={({ target: { value: text } }) => {
        setDraft(text);
        if (!text.trim()) onChange(undefined);
        else onChange(jsonFault(text) ? notJson(text) : JSON.parse(text));
      }}
    />
  );
}
