import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AnswerOf } from '../../providers/calls/call';
import { useAnswer } from '../../providers/calls/use-call';
import { PageMoves } from '../../resources/list/page-moves';
import { simulatedInboxes, type SimulatedInbox } from '../../schemas/calls/simulated-inbox';
import { counted } from '../../schemas/kit/counted';
import { PageFrame } from '../../ui/page/page-frame';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { useNarrow } from '../../ui/page/use-narrow';
import { Time } from '../../ui/time/time';
import { InboxThread } from './inbox-thread';
import './inbox.css';

const perPage = 30;
export const channelNames = { email: 'Email', sms: 'SMS', whatsapp: 'WhatsApp' } as const;

/** /config/inbox: the phones and mailboxes that the simulator delivered to, and what is in them. */
export default function InboxPage(): ReactNode {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [chosen, choose] = useState<SimulatedInbox>();
  const query = useAnswer(simulatedInboxes, { ...(search ? { search } : {}), page }, rowsOf, {
    keepPrevious: true,
    refetchInterval: () => 5000,
  });
  const rows = query.data ?? [];
  const narrow = useNarrow();
  // On a phone the list and the thread are one after the other.
  const shown = chosen ?? (narrow ? undefined : rows[0]);
  return (
    <PageFrame
      title="Phones and mailboxes"
      scope="What recipients would see. Channels without a provider reach no one."
      crumb={<Link to="/config/outbox">Outbox messages</Link>}
      padded
    >
      {query.isError ? (
        <ErrorState what="The inbox could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className="p-inbox">
          <section
            hidden={narrow && shown !== undefined}
            className="p-inbox-list"
            aria-label="Recipients"
            aria-busy={query.isPending}
          >
            <Input.Search
              allowClear
              aria-label="Search a number or an email address"
              placeholder="Number or email address"
              onSearch={(text) => {
                setSearch(text.trim());
                setPage(1);
                choose(undefined);
              }}
            />
            {query.data && !rows.length ? (
              <EmptyState title={search ? 'No recipient found' : 'Nothing delivered yet'} icon="chat">
                {search ? 'Try another number or address.' : 'Messages of channels without a provider appear here.'}
              </EmptyState>
            ) : (
              <ul>
                {rows.map((row) => (
                  <li key={`${row.channel} ${row.to}`}>
                    <button type="button" className="p-inbox-row" aria-current={isSame(row, shown)} onClick={() => choose(row)}>
                      <b className="p-cut">{row.lead_name ?? row.to}</b>
                      <Time at={row.last_at} />
                      <span className="p-cut p-quiet">{row.to}</span>
                      <span className="p-quiet">
                        {channelNames[row.channel]}, {counted(row.messages, 'message')}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
            {page > 1 || rows.length === perPage ? (
              <PageMoves
                previous={page > 1 ? () => setPage(page - 1) : undefined}
                next={rows.length === perPage ? () => setPage(page + 1) : undefined}
              />
            ) : null}
          </section>
          {narrow && shown ? (
            <button type="button" className="p-link" onClick={() => choose(undefined)}>
              All recipients
            </button>
          ) : null}
          {shown ? <InboxThread key={`${shown.channel} ${shown.to}`} of={shown} /> : null}
        </div>
      )}
    </PageFrame>
  );
}

const rowsOf = (answer: AnswerOf<typeof simulatedInboxes>): readonly SimulatedInbox[] => answer.data;
const isSame = (row: SimulatedInbox, shown: SimulatedInbox | undefined): boolean =>
  row.to === shown?.to && row.channel === shown.channel;
