import { Button, Select } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { callRow } from '../../providers/calls/call';
import { useAnswer } from '../../providers/calls/use-call';
import { signOut } from '../../providers/session/sign-out';
import { useSession } from '../../providers/session/session';
import { PageMoves } from '../../resources/list/page-moves';
import { partnerExport, partnerLeads, partnerLeadsPerPage, type PartnerLead } from '../../schemas/calls/publishers';
import { deliveryLabels, deliveryStates, type DeliveryState } from '../../schemas/kit/deliveries';
import { isOneOf } from '../../schemas/kit/is-one-of';
import { downloadText } from '../../ui/actions/download-text';
import { PageFrame } from '../../ui/page/page-frame';
import { setBrand } from '../../ui/page/page-title';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { DateRange } from '../../ui/time/date-range';
import { dayPresets, type Days } from '../../ui/time/day-presets';
import { today } from '../../ui/time/today';
import { toasts } from '../../ui/toasts/toasts';
import { DisputeDialog } from './dispute-dialog';
import { Figures } from './figures';
import { OwnPassword } from './own-password';
import { PartnerLeads } from './partner-leads';
import { Statement } from './statement';
import './partner.css';

/** The whole product for the sign-in of a publisher: its figures, the leads it delivered, and a dispute. */
export default function PartnerPage(): ReactNode {
  const session = useSession();
  const tenant = session?.persisted.tenant;
  const brand = tenant?.brand_name || tenant?.name || 'Prospectus';
  const [changing, setChanging] = useState(false);
  useEffect(() => setBrand(brand), [brand]);
  return (
    <div className="pt-page">
      <header className="pt-head">
        <strong>{brand}</strong>
        <span className="p-quiet">{session?.user.name}</span>
        <Button onClick={() => setChanging(true)}>Change password</Button>
        <Button onClick={() => void signOut()}>Logout</Button>
      </header>
      <main id="page" tabIndex={-1}>
        <PageFrame title="Your leads" padded>
          <Figures />
          <OwnLeads />
          <Statement />
        </PageFrame>
      </main>
      {changing ? <OwnPassword onClose={() => setChanging(false)} /> : null}
    </div>
  );
}

function OwnLeads(): ReactNode {
  const [query, setQuery] = useSearchParams();
  const [disputed, setDisputed] = useState<PartnerLead>();
  const asked = askedIn(query);
  const answer = useAnswer(partnerLeads, asked, rowsIn, { keepPrevious: true, retry: false });
  const change = (changes: Readonly<Record<string, string | undefined>>): void =>
    setQuery(
      (now) => {
        now.delete('page');
        for (const [name, value] of Object.entries(changes)) {
          if (value) now.set(name, value);
          else now.delete(name);
        }
        return now;
      },
      { replace: true },
    );
  const { state, from, to, page } = asked;
  const last = Math.max(1, Math.ceil((answer.data?.total ?? 0) / partnerLeadsPerPage));
  const turn = (by: number) => () => change({ page: String(page + by) });
  const [exporting, setExporting] = useState(false);
  const exportLeads = async (): Promise<void> => {
    setExporting(true);
    try {
      const { page: _, ...wanted } = asked;
      downloadText((await callRow(partnerExport, wanted)).csv, `leads-${today()}.csv`, 'text/csv');
    } catch (error) {
      toasts.error(error);
    }
    setExporting(false);
  };
  const days: Days = [from ?? lastDays()[0], to ?? lastDays()[1]];
  return (
    <section aria-label="Delivered leads" aria-busy={answer.isPending}>
      <div className="pt-filters">
        <Select
          aria-label="Result"
          value={state ?? ''}
          options={[
            { value: '', label: 'Every result' },
            ...shownStates.map((value) => ({ value, label: deliveryLabels[value] })),
          ]}
          onChange={(value) => change({ state: value })}
        />
        {from || to ? (
          <>
            <DateRange value={days} onChange={([first, final]) => change({ from: first, to: final })} />
            <Button onClick={() => change({ from: undefined, to: undefined })}>All days</Button>
          </>
        ) : (
          <Button onClick={() => change({ from: days[0], to: days[1] })}>Choose days</Button>
        )}
        <Button disabled={!answer.data?.total} loading={exporting} onClick={() => void exportLeads()}>
          Export CSV
        </Button>
      </div>
      {answer.isError ? (
        <ErrorState what="Your leads could not be loaded" error={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data && !answer.data.rows.length ? (
        <EmptyState title={state || from ? 'No leads match these filters' : 'No leads yet'} icon="users">
          {state || from ? 'Choose another result, or more days.' : 'Leads that you send with your API key appear here.'}
        </EmptyState>
      ) : (
        <PartnerLeads rows={answer.data?.rows} onDispute={setDisputed} />
      )}
      {last > 1 ? (
        <PageMoves previous={page > 1 ? turn(-1) : undefined} next={page < last ? turn(1) : undefined}>
          <span className="p-quiet">
            Page {page} of {last}
          </span>
        </PageMoves>
      ) : null}
      {disputed ? <DisputeDialog lead={disputed} onClose={() => setDisputed(undefined)} /> : null}
    </section>
  );
}

const lastDays = (): Days => dayPresets(today()).find(({ label }) => label === 'Last 30 Days')?.days ?? [today(), today()];
const shownStates: readonly DeliveryState[] = deliveryStates.filter((state) => state !== 'test');
const rowsIn = ({ data, total }: { readonly data: readonly PartnerLead[]; readonly total: number }) => ({ rows: data, total });

function askedIn(query: URLSearchParams) {
  const state = query.get('state');
  const [from, to] = [query.get('from'), query.get('to')].map((day) => (day && /^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined));
  const page = Math.max(1, Math.trunc(Number(query.get('page')) || 1));
  return { page, ...(isOneOf(shownStates, state) ? { state } : {}), ...(from ? { from } : {}), ...(to ? { to } : {}) };
}
