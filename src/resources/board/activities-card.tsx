import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useAnswer } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import { actsOnPage, cellActs, type ShownAct } from '../../schemas/calls/reports';
import { actKinds } from '../../schemas/kit/act-kinds';
import { writeCell } from '../../schemas/kit/write-cell';
import { leadPath } from '../../schemas/kit/lead-page';
import { firstMeasure } from '../../schemas/kit/report';
import { ErrorState } from '../../ui/page/states';
import { Time } from '../../ui/time/time';
import { PageMoves } from '../list/page-moves';
import type { CardProps } from './card-props';
import { numberText } from './number-text';

/** The acts behind a number with their texts, newest first, of one kind if wanted. */
export function ActsCard({ card, days }: CardProps): ReactNode {
  const [kind, setKind] = useState<string>();
  const [page, setPage] = useState(1);
  const may = useMayDo(cellActs.name);
  const values = kind ? { ...days.values, act: [kind] } : days.values;
  const cell = writeCell({ measure: firstMeasure(card), from: days.from, to: days.to, values });
  const { data, error, refetch } = useAnswer(cellActs, { cell, page }, whole, {
    keepPrevious: true,
    retry: false,
    enabled: may('read'),
  });
  if (!may('read')) return <p className="bd-none">You need access to leads to see them.</p>;
  if (error) return <ErrorState what="The activities could not be loaded" error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Select
        aria-label="Type of activity"
        className="bd-kind"
        allowClear
        placeholder="All types"
        value={kind ?? null}
        options={Object.entries(actKinds).map(([value, label]) => ({ value, label }))}
        onChange={(next: string | undefined) => {
          setKind(next);
          setPage(1);
        }}
      />
      {data && !data.data.length ? <p className="bd-none">No activities.</p> : null}
      {data?.data.length ? <Acts rows={data.data} /> : null}
      {data && data.count > actsOnPage ? (
        <PageMoves
          previous={page > 1 ? () => setPage(page - 1) : undefined}
          next={page * actsOnPage < data.count ? () => setPage(page + 1) : undefined}
        />
      ) : null}
    </>
  );
}

const whole = ({ data, count }: { readonly data: readonly ShownAct[]; readonly count: number }) => ({ data, count });

function Acts({ rows }: { rows: readonly ShownAct[] }): ReactNode {
  return (
    <div className="bd-scroll" role="region" aria-label="Activities" tabIndex={0}>
      <table className="bd-matrix bd-acts">
        <thead>
          <tr>
            {['Time', 'Act', 'Lead', 'From → to', 'Talk', 'Comment'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.kind} ${row.id}`}>
              <td>
                <Time at={row.at} />
              </td>
              <td>{row.act}</td>
              <td>
                <Link to={leadPath(row.lead_id)}>{row.lead_name}</Link>
              </td>
              <td>{row.to_stage ? `${row.from_stage ?? 'Fresh'} → ${row.to_stage}` : '–'}</td>
              <td>{numberText(row.talk_s, 'seconds')}</td>
              <td className="bd-comment" title={row.comment ?? undefined}>
                {row.comment ?? '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
