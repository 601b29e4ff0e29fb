import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useAnswer } from '../../providers/calls/use-call';
import { PageMoves } from '../../resources/list/page-moves';
import { collegePushes, pushesPerPage, type CollegePush } from '../../schemas/calls/lead-colleges';
import { pushAnswerLabels, type PushAnswer } from '../../schemas/kit/college-push';
import { leadPath } from '../../schemas/kit/lead-page';
import type { College } from '../../schemas/settings/colleges';
import { Tag, type Tone } from '../../ui/marks/tag';
import { EmptyState } from '../../ui/page/states';
import { fullTime, shortTime } from '../../ui/time/dates';
import { Loaded } from './loaded';

const tones: Readonly<Record<PushAnswer, Tone>> = {
  waiting: 'blue',
  accepted: 'green',
  duplicate: 'amber',
  refused: 'red',
  skipped: 'grey',
};

/** The leads that were sent to the college's address, newest first. */
export function Pushes({ id, college }: { id: string; college: College }): ReactNode {
  const [page, setPage] = useState(1);
  const query = useAnswer(collegePushes, { clg_id: id, page }, answerIn, { keepPrevious: true, retry: false });
  return (
    <Loaded query={query} what="The log">
      {(log) => <PushLog log={log} page={page} onPage={setPage} college={college} />}
    </Loaded>
  );
}

function PushLog({
  log: { rows, total },
  page,
  onPage,
  college,
}: {
  log: ReturnType<typeof answerIn>;
  page: number;
  onPage: (page: number) => void;
  college: College;
}): ReactNode {
  const last = Math.max(1, Math.ceil(total / pushesPerPage));
  if (!rows.length)
    return (
      <EmptyState title="No lead was sent yet" icon="upload">
        {!college.lead_push_url
          ? 'Enter a lead push URL to send leads to their system.'
          : college.is_partner === false
            ? 'Leads are sent to partners only.'
            : 'Leads are sent when they are captured for it, or moved to it.'}
      </EmptyState>
    );
  return (
    <section aria-label="Lead push">
      <div className="cp-scroll" tabIndex={0} role="region" aria-label="Leads sent">
        <table className="cp-table">
          <thead>
            <tr>
              <th scope="col">Lead</th>
              <th scope="col">When</th>
              <th scope="col">State</th>
              <th scope="col">Answer</th>
              <th scope="col">Tries</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((push) => (
              <tr key={push.id}>
                <th scope="row">
                  <Link to={leadPath(push.lead_id)}>{push.lead_name || 'Lead'}</Link>
                </th>
                <td title={fullTime(push.finished_at ?? push.at)}>{shortTime(push.finished_at ?? push.at, { hour: true })}</td>
                <td>
                  <Tag tone={tones[push.state]}>{pushAnswerLabels[push.state]}</Tag>
                </td>
                <td>{answerText(push)}</td>
                <td className="p-num">{push.attempts}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {last > 1 ? (
        <PageMoves
          previous={page > 1 ? () => onPage(page - 1) : undefined}
          next={page < last ? () => onPage(page + 1) : undefined}
        >
          <span className="p-quiet">
            Page {page} of {last}
          </span>
        </PageMoves>
      ) : null}
    </section>
  );
}

const answerIn = ({ data, total }: { readonly data: readonly CollegePush[]; readonly total: number }) => ({ rows: data, total });

function answerText({ state, status, message }: CollegePush): string {
  if (state === 'skipped') return 'The lead or the college was changed before it could be sent.';
  if (state === 'duplicate') return 'They have this lead already.';
  return message || (status === null ? '–' : `Status ${status}`);
}
