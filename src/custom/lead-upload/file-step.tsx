import { useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useCall } from '../../providers/calls/use-call';
import type { Import } from '../../schemas/system/imports';
import { Icon } from '../../ui/marks/icon';
import { numberWords } from '../../kinds/number-words';
import { Tag, type Tone } from '../../ui/marks/tag';
import { Time } from '../../ui/time/time';
import { importList } from './upload-calls';

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
        <strong>{busy ? 'Reading the file…' : 'Drop a CSV file here, or choose one'}</strong>
        <span className="p-quiet">Up to 50 MB and 100,000 rows; the first line must contain the column names</span>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv,.txt"
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
      <Past />
    </>
  );
}

const tones: Record<string, Tone> = { done: 'green', failed: 'red', cancelled: 'grey', running: 'blue', queued: 'amber' };
const words: Record<string, string> = {
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  running: 'Running',
  queued: 'Waiting',
};

const newest = { resource: 'leads', _start: 0, _end: 20, _sort: 'created_at', _order: 'desc' };

function Past(): ReactNode {
  const { data, isError } = useCall(importList, newest, { refetchInterval: 10_000 });
  const rows = (data ?? []).filter((one) => one.state !== 'previewed');
  if (isError || !rows.length) return null;
  return (
    <section className="up-past">
      <h2>Past imports</h2>
      <div className="up-scroll">
        <table className="up-table">
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col">State</th>
              <th scope="col" className="up-num">
                Rows
              </th>
              <th scope="col" className="up-num">
                New
              </th>
              <th scope="col" className="up-num">
                Re-enquiries
              </th>
              <th scope="col" className="up-num">
                Errors
              </th>
              <th scope="col">By</th>
              <th scope="col">When</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <PastRow key={String(one.id)} one={one} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function PastRow({ one }: { one: Import }): ReactNode {
  const by = one._labels?.['created_by'];
  const state = one.state ?? 'done';
  return (
    <tr>
      <th scope="row" className="p-cut" title={one.file_name ?? ''}>
        {one.job_id ? <Link to={`/upload-csv-lead?job=${one.job_id}`}>{one.file_name}</Link> : one.file_name}
      </th>
      <td>
        <Tag tone={tones[state] ?? 'grey'}>{words[state] ?? state}</Tag>
      </td>
      <td className="up-num">{numberWords(one.rows)}</td>
      <td className="up-num">{numberWords(one.created)}</td>
      <td className="up-num">{numberWords(one.re_enquiries)}</td>
      <td className="up-num">{numberWords(one.failed)}</td>
      <td className="p-cut">{typeof by === 'string' ? by : '–'}</td>
      <td>
        <Time at={one.created_at} />
      </td>
    </tr>
  );
}
