import { useState, type ReactNode } from 'react';
import { Icon } from '../marks/icon';

/** Copies a text and shows that for two seconds. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }): ReactNode {
  const [done, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 2000);
  };
  return (
    <button type="button" className="p-chip" onClick={() => void copy()}>
      <Icon name={done ? 'check' : 'copy'} size={14} /> <span aria-live="polite">{done ? 'Copied' : label}</span>
    </button>
  );
}
