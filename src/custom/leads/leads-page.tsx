import { useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useStageColor } from '../../providers/calls/lead-calls';
import { useMayDo } from '../../providers/rights';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import { useShownList } from '../../providers/screens/list-on-page';
import { isOf, useResourceNow } from '../../providers/screens/use-resource';
import { ListPage } from '../../resources/list/list-page';
import { useList } from '../../resources/list/use-list';
import { leadPath } from '../../schemas/kit/lead-page';
import type { Lead, leads } from '../../schemas/leads/leads';
import { onDemand } from '../../ui/dialogs/on-demand';
import { LeadCard } from './lead-card';
import { LookSwitch } from './look-switch';
import { useLook } from './use-look';
import { LeadChips } from './lead-chips';
import { defaultColumns } from './lead-columns';
import { LeadRowActions } from './lead-row-actions';
import './leads.css';
import { useMoreChoices } from './more-choices';
import { QuickViews } from './quick-views';
import { useReferralAnswers } from './use-referral-answers';
import { listTypes } from './lead-types';
import { useLeadView, viewParameters } from './use-lead-view';
import type { AskedOfLead } from './row-dialog';
import { useFindMany } from './use-find-many';
import { useLeadColumns } from './use-lead-columns';
import { useStar } from './use-star';

const NoLeads = onDemand('no-leads', () => import('./no-leads'));

const LeadLook = onDemand('lead-look', () => import('./lead-look'));
const FoundNote = onDemand('found-note', () => import('./found-note'));
const AddLead = onDemand('add-lead', async () => ({ default: (await import('./add-lead')).AddLead }));
const RowDialog = onDemand('row-dialog', () => import('./row-dialog'));
const LeadBulk = onDemand('lead-bulk', () => import('./lead-bulk'));

/** /leads?type=all|fav|assigned-leads&view=…: every lead in the user's scope. */
export default function LeadsPage(): ReactNode {
  const { resource } = useResourceNow('leads', useLocation().key);
  return isOf<typeof leads>(resource, 'leads') ? <LeadsList resource={resource} /> : null;
}

function LeadsList({ resource }: { resource: typeof leads }): ReactNode {
  const navigate = useNavigate();
  const may = useMayDo(resource);
  const { type, view, fixed, found, unknown, choose } = useLeadView();
  const colorOf = useStageColor();
  const star = useStar();
  const more = useMoreChoices();
  const list = useList({ resource, fixed, keep: viewParameters, unknown, columns: defaultColumns });
  const { look, setLook } = useLook();
  useShownList(listTypes[type], list);
  const [asked, setAsked] = useState<AskedOfLead>();
  const findMany = useFindMany();
  const [adding, setAdding] = useState(false);
  const add = may('create') ? () => setAdding(true) : undefined;
  const referrals = useReferralAnswers(list.rows, type === 'assigned-leads');
  const mayChange = (lead: Lead): boolean => may('update') && !referrals.onlyRead(lead);
  const columns = useLeadColumns(list.resource, list.columns.names, { colorOf, onStar: star, mayChange });
  return (
    <>
      <ListPage<Lead>
        list={list}
        title={listTypes[type]}
        columns={referrals.withAnswer(columns)}
        onOpen={(lead) => void navigate(leadPath(lead.id))}
        bar={<QuickViews view={view} onView={(next) => choose({ view: next })} counting={!list.loading} />}
        more={more}
        add={add && { label: 'Add lead', open: add }}
        searches="name, phone, email"
        onMany={findMany}
        note={found ? <FoundNote id={found} /> : undefined}
        look={<LookSwitch look={look} onLook={setLook} />}
        content={look === 'table' ? undefined : <LeadLook look={look} list={list} mayChange={mayChange} />}
        chips={<LeadChips type={type} counting={!list.loading} onType={(next) => choose({ type: next })} />}
        selects={type !== 'assigned-leads' && (may('update') || may('export'))}
        bulk={<LeadBulk list={list} />}
        empty={(narrowed) => (
          <NoLeads
            narrowed={narrowed || view !== 'all' || type !== 'all'}
            type={type}
            onClear={() => choose({ view: 'all', type: 'all', clear: true })}
            onAdd={add}
          />
        )}
        rowActions={(lead) => (
          <LeadRowActions
            lead={lead}
            mayReach={!referrals.onlyRead(lead)}
            mayChange={mayChange(lead)}
            onStar={star}
            onAsk={setAsked}
          />
        )}
        card={(lead) => (
          <LeadCard lead={lead} mayReach={!referrals.onlyRead(lead)} colorOf={colorOf} foot={referrals.answer(lead)} />
        )}
        keys={(lead) => ({
          s: mayChange(lead) ? ['Add Lead Stage', () => openLeadStage({ leadId: String(lead.id) })] : undefined,
        })}
      />
      {adding ? <AddLead onClose={() => setAdding(false)} /> : null}
      {asked ? <RowDialog asked={asked} onClose={() => setAsked(undefined)} /> : null}
      {referrals.content}
    </>
  );
}
