import { useRef, useState, type ReactNode } from 'react';
import { Icon } from '../../ui/marks/icon';
import { PastImports } from './past-imports';

const sampleHeaders = ['Name', 'Phone', 'Email', 'Source', 'College', 'Course', 'State', 'City', 'Lead Owner'];

/** Step 1: choose or drop a file. Below it are the past imports. */
export function FileStep({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    const file = files?.[0];
    if (file && !busy) onFile(file);
    if (input.current) input.current.value = '';
  };
  return (
    <>
      <label
        className={over ? 'up-drop up-over' : 'up-drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <Icon name="upload" size={24} />
        <strong>{busy ? 'Reading the file…' : 'Drop a CSV or XLSX file here, or choose one'}</strong>
        <span className="p-quiet">
          Up to 50 MB and 100,000 rows; the first row must contain the column names. Of a workbook, the first sheet is imported.
        </span>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv,.txt,.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          className="p-visually-hidden"
          disabled={busy}
          onChange={(event) => take(event.target.files)}
        />
      </label>
      <p className="up-hint p-quiet">
        Not sure how it should look?{' '}
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(`${sampleHeaders.join(',')}\r\n`)}`}
          download="leads-sample.csv"
        >
          Download a sample file
        </a>
      </p>
      <PastImports />
    </>
  );
}
