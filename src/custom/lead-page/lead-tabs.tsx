import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Link } from 'react-router-dom';
import type { LeadPanel } from '../../schemas/calls/lead-page';
import { indianNumber } from '../../schemas/kit/counted';
import { leadPath } from '../../schemas/kit/lead-page';
import type { Lead } from '../../schemas/leads/leads';
import './lead-tabs.css';
import { useLeadTabs } from './tabs';
import { useTabScroll } from './use-tab-scroll';

/** The tabs and the content of the open one. An address whose tab the tenant does not have leads to the first. */
export function LeadTabs({ lead, counts }: { lead: Lead; counts: Counts }): ReactNode {
  const tabs = useLeadTabs(String(lead.id));
  const { pathname } = useLocation();
  const name = pathname.split('/').filter(Boolean).at(-1)?.toLowerCase();
  const open = tabs.find((tab) => tab.name === name);
  const box = useTabScroll(open?.name ?? '');
  if (!open) return <Navigate to={leadPath(lead.id)} replace />;
  const Content = open.content;
  return (
    <>
      <TabStrip leadId={String(lead.id)} tabs={tabs} counts={counts} open={open.name} />
      <div ref={box} className="lp-tab">
        <div key={open.name} className="lp-tab-content">
          <Content lead={lead} />
        </div>
      </div>
    </>
  );
}

/** Of the tabs' entries, once they are known. */
type Counts = LeadPanel['tabs'] | undefined;
type Tabs = ReturnType<typeof useLeadTabs>;

/** Links, so that a tab opens in a new window too; the arrow keys move between them. Pointing at one loads its code. */
function TabStrip({ leadId, tabs, counts, open }: { leadId: string; tabs: Tabs; counts: Counts; open: string }): ReactNode {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = strip.current?.querySelector('[aria-current]');
    current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [open]);
  return (
    <nav ref={strip} className="lp-tabs" aria-label="Lead page" onKeyDown={moveFocus}>
      {tabs.map(({ name, label, content }) => (
        <Link
          key={name}
          to={leadPath(leadId, name)}
          aria-current={name === open ? 'page' : undefined}
          onPointerEnter={() => void content.warm()}
          onFocus={() => void content.warm()}
        >
          {label} {counts?.[name] ? <span className="lp-tab-count">{indianNumber(counts[name])}</span> : null}
        </Link>
      ))}
    </nav>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.findIndex((link) => link === document.activeElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: links.length - 1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  links[(to + links.length) % links.length]?.focus();
}
