import { Button } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { uploadFile } from '../../providers/calls/upload-file';
import { Icon } from '../../ui/marks/icon';
import { messageOf } from '../../ui/page/states';
import type { WidgetProps } from '../kind-parts';
import { browser } from './browser';
import { kind } from './kind';

/**
 * A file, chosen or dropped. It is uploaded at once, with progress and a cancel button; saving the form puts it into the record.
 */
export function widget({ id, value, at, onChange, disabled, invalid, describedBy }: WidgetProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const going = useRef<AbortController>(undefined);
  const [part, setPart] = useState<number>();
  const [shown, setShown] = useState<string>();
  const [wrong, setWrong] = useState('');
  const mayUpload = at.resource.files?.includes(at.path) ?? false;

  async function send(file: File | undefined): Promise<void> {
    if (!file || disabled) return;
    if (file.size > most) return setWrong(`${file.name} is larger than 10 MB.`);
    const stop = new AbortController();
    going.current = stop;
    setWrong('');
    setPart(0);
    try {
      const uploaded = await uploadFile(at.resource.name, at.path, file, { onProgress: setPart, signal: stop.signal });
      setShown(uploaded.address);
      onChange(uploaded.value);
    } catch (error) {
      if (!stop.signal.aborted) setWrong(messageOf(error));
    } finally {
      setPart(undefined);
      if (input.current) input.current.value = ''; // so that the same file can be chosen again
    }
    return undefined;
  }

  const now = typeof value === 'string' && value ? (value.startsWith('files/') ? (shown ?? value) : value) : '';
  const name = now ? kind.text(now, at) : '';
  return (
    <div
      className="p-file"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void send(event.dataTransfer.files[0]);
      }}
    >
      {now ? (
        <span className="p-file-now">
          {browser.cell?.({ value: now, at })} <span className="p-cut">{name}</span>
        </span>
      ) : null}
      {part === undefined ? (
        <span className="p-file-do">
          {mayUpload ? (
            <label className="p-file-pick">
              <Icon name="upload" size={14} /> {now ? 'Replace' : 'Choose or drop a file'}
              <input
                ref={input}
                id={id}
                type="file"
                className="p-visually-hidden"
                disabled={disabled ?? false}
                aria-invalid={invalid ? true : undefined}
                aria-describedby={describedBy}
                onChange={(event) => void send(event.target.files?.[0])}
              />
            </label>
          ) : null}
          {now && !disabled ? (
            <Button size="small" type="text" aria-label={`Remove ${name}`} onClick={() => onChange(undefined)}>
              Remove
            </Button>
          ) : null}
        </span>
      ) : (
        <span className="p-file-going">
          <progress value={part} max={1} aria-label="Upload" /> {Math.round(part * 100)} %
          <Button size="small" onClick={() => going.current?.abort()}>
            Cancel
          </Button>
        </span>
      )}
      {wrong ? (
        <p className="p-error" role="alert">
          {wrong}
        </p>
      ) : null}
    </div>
  );
}

const most = 10 * 1024 * 1024;
