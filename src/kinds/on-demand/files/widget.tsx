import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { uploadFile } from '../../../providers/calls/upload-file';
import { Icon } from '../../../ui/marks/icon';
import { messageOf } from '../../../ui/page/states';
import { fileName } from '../../file/kind';
import type { WidgetProps } from '../../kind-parts';
import './files.css';

const most = 10 * 1024 * 1024;

/** Files, chosen or dropped, several at a time. Each is uploaded at once; saving the form puts them into the record. */
export function widget({ id, value, at, onChange, disabled, invalid, describedBy }: WidgetProps): ReactNode {
  const [going, setGoing] = useState(0);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const now = Array.isArray(value) ? value.map(String) : [];
  const put = (next: readonly string[]): void => onChange(next.length ? next : undefined);

  async function send(chosen: readonly File[]): Promise<void> {
    if (disabled || going || !chosen.length) return;
    setWrong([]);
    setGoing(chosen.length);
    const added: string[] = [];
    const refused: string[] = [];
    for (const file of chosen) {
      if (file.size > most) refused.push(`${file.name} is larger than 10 MB.`);
      else
        try {
          added.push((await uploadFile(at.resource.name, at.path, file)).value);
        } catch (error) {
          refused.push(`${file.name}: ${messageOf(error)}`);
        }
      setGoing((left) => left - 1);
    }
    setWrong(refused);
    if (added.length) put([...now, ...added]);
  }

  return (
    <div
      className="p-file"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void send([...event.dataTransfer.files]);
      }}
    >
      {now.length ? (
        <ul className="p-files">
          {now.map((address, index) => (
            <li key={address}>
              <span className="p-cut">{fileName(address)}</span>
              {disabled ? null : (
                <Button
                  size="small"
                  type="text"
                  aria-label={`Remove ${fileName(address)}`}
                  onClick={() => put(now.toSpliced(index, 1))}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <label className="p-file-pick">
        <Icon name="upload" size={14} /> {going ? `Uploading, ${going} left` : 'Choose or drop files'}
        <input
          id={id}
          type="file"
          multiple
          className="p-visually-hidden"
          disabled={(disabled ?? false) || going > 0}
          aria-invalid={invalid ? true : undefined}
          aria-describedby={describedBy}
          onChange={({ target }) => {
            void send([...(target.files ?? [])]);
            target.value = ''; // so that the same file can be chosen again
          }}
        />
      </label>
      {wrong.length ? (
        <p className="p-error" role="alert">
          {wrong.join(' ')}
        </p>
      ) : null}
    </div>
  );
}
