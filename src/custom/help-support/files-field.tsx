import { useRef, useState, type ReactNode } from 'react';
import { Icon } from '../../ui/marks/icon';
import { fittingFiles } from './ticket-draft';

/** Files to attach to a ticket or a reply: chosen, dropped or pasted. */
export function FilesField({
  files,
  onChange,
  error,
  children,
}: {
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
  /** What the server said of them. */
  error: string | undefined;
  /** Next to the file choice: a button that records the screen. */
  children?: ReactNode;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const add = (chosen: FileList | null): void => {
    const fit = fittingFiles([...(chosen ?? [])], files.length);
    setRefused(fit.refused);
    if (fit.files.length) onChange([...files, ...fit.files]);
    if (input.current) input.current.value = ''; // so that the same file can be chosen again
  };
  return (
    <div
      className="p-ticket-files"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        add(event.dataTransfer.files);
      }}
    >
      <div className="p-ticket-file-do">
        <label className="p-chip">
          <Icon name="upload" size={14} /> Attach files
          <input ref={input} type="file" multiple className="p-visually-hidden" onChange={({ target }) => add(target.files)} />
        </label>
        {children}
      </div>
      {files.length ? (
        <ul aria-label="Attached files">
          {files.map((file, at) => (
            <li key={`${at}-${file.name}`}>
              <Icon name="file" size={14} />
              <span className="p-cut">{file.name}</span>
              <button
                type="button"
                className="p-icon-button"
                aria-label={`Remove ${file.name}`}
                onClick={() => onChange(files.filter((one) => one !== file))}
              >
                <Icon name="close" size={12} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {refused.length || error ? (
        <p className="p-ticket-fault" role="alert">
          {refused.join(' ') || error}
        </p>
      ) : null}
    </div>
  );
}
