import { useRef, useState, type ReactNode } from 'react';
import { Icon } from '../../marks/icon';
import { acceptedExtensions, readAttachments } from './read-attachments';
import type { Attachment } from './values';

/** Files of an enrolment, chosen or dropped. */
export function AttachmentsField({
  id,
  value,
  onChange,
}: {
  id: string;
  value: readonly Attachment[];
  onChange: (files: readonly Attachment[]) => void;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const add = async (list: FileList | null): Promise<void> => {
    const read = await readAttachments([...(list ?? [])], value.length);
    setRefused(read.refused);
    if (read.files.length) onChange([...value, ...read.files]);
    if (input.current) input.current.value = ''; // the same file may be chosen again
  };
  return (
    <div>
      <div
        className="ca-drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void add(event.dataTransfer.files);
        }}
      >
        <label className="ca-pick">
          <Icon name="upload" size={14} /> {value.length ? 'Add another file' : 'Choose or drop files'}
          <input
            ref={input}
            id={id}
            type="file"
            className="p-visually-hidden"
            multiple
            accept={acceptedExtensions.join(',')}
            aria-describedby={`${id}-help`}
            onChange={(event) => void add(event.target.files)}
          />
        </label>
        {value.map((file, index) => (
          <span key={`${index}-${file.name}`} className="ca-file">
            <Icon name="file" size={14} />
            <span className="p-cut" title={file.name}>
              {file.name}
            </span>
            <button
              type="button"
              className="p-icon-button"
              aria-label={`Remove ${file.name}`}
              onClick={() => onChange(value.filter((one) => one !== file))}
            >
              <Icon name="close" size={12} />
            </button>
          </span>
        ))}
      </div>
      {refused.length ? (
        <div className="p-form-field-error" role="alert">
          {refused.join(' ')}
        </div>
      ) : (
        <div id={`${id}-help`} className="p-form-field-help">
          .pdf, .jpg, .png, .jpeg; up to 5 files of 5 MB
        </div>
      )}
    </div>
  );
}
