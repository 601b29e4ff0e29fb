import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useMayDo } from '../../providers/rights';
import { isOf, useResourceNow } from '../../providers/screens/use-resource';
import { ListPage } from '../../resources/list/list-page';
import { useList } from '../../resources/list/use-list';
import { PlaceTabs } from '../../resources/place-tabs';
import { publisherDisputeAnswer } from '../../schemas/calls/publishers';
import type { PublisherLead, publisherLeads } from '../../schemas/leads/publisher-leads';
import { EmptyState } from '../../ui/page/states';
import { AnswerDialog } from './answer-dialog';
import { DeliveryCard } from './delivery-card';
import { useDeliveryColumns, whoOf } from './delivery-columns';
import './publisher-page.css';

/** /publishers/deliveries: every lead of the publishers, its result and the reason; disputes are answered here. */
export default function DeliveriesPage(): ReactNode {
  const { resource } = useResourceNow('publisher-leads', useLocation().key);
  return isOf<typeof publisherLeads>(resource, 'publisher-leads') ? <Deliveries resource={resource} /> : null;
}

const shown = ['lead_id', 'publisher_id', 'state', 'reason', 'delivered_at', 'dispute_state', 'bucket', 'clg_id'] as const;

function Deliveries({ resource }: { resource: typeof publisherLeads }): ReactNode {
  const list = useList({ resource, columns: shown });
  const mayAnswer = useMayDo(publisherDisputeAnswer)('update');
  const [asked, setAsked] = useState<PublisherLead>();
  const answer = (row: PublisherLead): ReactNode =>
    mayAnswer && row.dispute_state === 'open' ? (
      <Button size="small" aria-label={`Answer the dispute of ${whoOf(row)}`} onClick={() => setAsked(row)}>
        Answer
      </Button>
    ) : null;
  return (
    <>
      <ListPage<PublisherLead>
        list={list}
        title="Delivered leads"
        columns={useDeliveryColumns(resource, list.columns.names)}
        bar={<PlaceTabs resource={resource} />}
        selects={false}
        empty={
          <EmptyState title="No lead has been delivered yet" icon="upload">
            Leads that publishers send with their API key appear here, each with its result.
          </EmptyState>
        }
        rowActions={answer}
        card={(row) => <DeliveryCard row={row} answer={answer(row)} />}
      />
      {asked ? <AnswerDialog row={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}
