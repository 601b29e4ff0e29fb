import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { numberWords } from '../../kinds/number-words';
import { useCall } from '../../providers/calls/use-call';
import type { Import } from '../../schemas/system/imports';
import { ErrorState } from '../../ui/page/states';
import { Tag, type Tone } from '../../ui/marks/tag';
import { Time } from '../../ui/time/time';
import { importList } from './upload-calls';

const tones: Record<string, Tone> = {
  done: 'green',
  failed: 'red',
  cancelled: 'grey',
  running: 'blue',
  queued: 'amber',
  undoing: 'amber',
  undone: 'grey',
};
const words: Record<string, string> = {
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  running: 'Running',
  queued: 'Waiting',
  undoing: 'Undoing',
  undone: 'Undone',
};

const newest = { resource: 'leads', _start: 0, _end: 20, _sort: 'created_at', _order: 'desc' };

/** The newest imports: file, result, who and when. Each leads to its counts, its mapping and its undo. */
export function PastImports(): ReactNode {
  const { data, isError, error, refetch } = useCall(importList, newest, { refetchInterval: 10_000 });
  const rows = (data ?? []).filter((one) => one.state !== 'previewed');
  if (isError) return <ErrorState what="The past imports could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!rows.length) return null;
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
                Updated
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
      <td className="up-num">{numberWords(one.updated)}</td>
      <td className="up-num">{numberWords(one.re_enquiries)}</td>
      <td className="up-num">{numberWords(one.failed)}</td>
      <td className="p-cut">{typeof by === 'string' ? by : '–'}</td>
      <td>
        <Time at={one.created_at} />
      </td>
    </tr>
  );
}
