import { useMemo, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useStageColor } from '../../providers/calls/lead-calls';
import { useMayDo } from '../../providers/rights';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import { useShownList } from '../../providers/screens/list-on-page';
import { isOf, useResourceNow } from '../../providers/screens/use-resource';
import { useSession } from '../../providers/session/session';
import { ListPage } from '../../resources/list/list-page';
import { useList } from '../../resources/list/use-list';
import { leadPath } from '../../schemas/kit/lead-page';
import type { Lead, leads } from '../../schemas/leads/leads';
import { AddLead } from './add-lead';
import { LeadCard } from './lead-card';
import { LeadChips } from './lead-chips';
import { leadColumns, useLeadColumns } from './lead-columns';
import { LeadRowActions } from './lead-row-actions';
import './leads.css';
import { useMoreChoices } from './more-choices';
import { NoLeads } from './no-leads';
import { QuickViews } from './quick-views';
import { useReferralAnswers } from './use-referral-answers';
import { useAssignDialogs } from './use-assign-dialogs';
import { useLeadBulk } from './use-lead-bulk';
import { useLeadMenu } from './use-lead-menu';
import { listTypes } from './lead-types';
import { useLeadView, viewParameters } from './use-lead-view';
import { useStar } from './use-star';

/** /leads?type=all|fav|assigned-leads&view=…: every lead in the user's scope. */
export default function LeadsPage(): ReactNode {
  const { resource } = useResourceNow('leads', useLocation().key);
  return isOf<typeof leads>(resource, 'leads') ? <LeadsList resource={resource} /> : null;
}

function LeadsList({ resource }: { resource: typeof leads }): ReactNode {
  const navigate = useNavigate();
  const may = useMayDo(resource);
  const { type, view, fixed, choose } = useLeadView();
  const colorOf = useStageColor();
  const star = useStar();
  const more = useMoreChoices();
  const entityName = useSession()?.persisted.tenant.entity_name ?? 'College';
  const designed = useMemo(() => leadColumns({ entityName, colorOf, onStar: star }), [entityName, colorOf, star]);
  const list = useList({
    resource,
    fixed,
    keep: viewParameters,
    columns: useMemo(() => designed.map(({ name }) => name), [designed]),
  });
  useShownList(listTypes[type], list);
  const columns = useLeadColumns(resource, list.columns.names, designed);
  const giving = useAssignDialogs();
  const bulk = useLeadBulk(list);
  const menu = useLeadMenu(star);
  const [adding, setAdding] = useState(false);
  const add = may('create') ? () => setAdding(true) : undefined;
  const referrals = useReferralAnswers(list.rows, type === 'assigned-leads');
  const mayChange = (lead: Lead): boolean => may('update') && !referrals.onlyRead(lead);
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
        chips={<LeadChips type={type} counting={!list.loading} onType={(next) => choose({ type: next })} />}
        selects={type !== 'assigned-leads' && (bulk.offered || may('export'))}
        bulk={bulk.buttons}
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
            mayUpdate={mayChange(lead)}
            choices={menu(lead, { reach: !referrals.onlyRead(lead), change: mayChange(lead) }, giving.choices(lead))}
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
      {giving.dialog}
      {bulk.dialog}
      {referrals.content}
    </>
  );
}
