import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { inputProps } from '../input-props';
import type { WidgetProps } from '../kind-parts';

/** A value of any shape: parsed if the text is valid JSON, otherwise the text as typed. */
export function widget(props: WidgetProps): ReactNode {
  const { value, onChange } = props;
  const [draft, setDraft] = useState(() =>
    value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value),
  );
  return (
    <Input.TextArea
      {...inputProps(props)}
      className="p-grows"
      rows={1}
      value={draft}
      onChange={(event) => {
        setDraft(event.target.value);
        onChange(parsed(event.target.value));
      }}
    />
  );
}

function parsed(text: string): unknown {
  if (!text.trim()) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
