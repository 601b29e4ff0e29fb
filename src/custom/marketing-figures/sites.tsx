import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useMayDo } from '../../providers/rights';
import type { SiteState, TrafficNow } from '../../schemas/calls/marketing-figures';
import { counted } from '../../schemas/kit/counted';
import { Icon } from '../../ui/marks/icon';
import { Tag } from '../../ui/marks/tag';
import { EmptyState } from '../../ui/page/states';
import { serverNow } from '../../ui/time/server-clock';
import { Time } from '../../ui/time/time';
import { snippetOf } from './snippet';

/** Visitors of the last five minutes, with their pages in the tooltip. */
export function LiveNow({ now }: { now: TrafficNow }): ReactNode {
  const pages = now.pages.map(({ page, visits }) => `${page}: ${visits}`).join('\n');
  return (
    <span title={pages || undefined}>
      <Tag tone={now.live ? 'green' : 'grey'}>{now.live ? `${counted(now.live, 'visitor')} now` : 'Nobody on the sites now'}</Tag>
    </span>
  );
}

/** Each site with the state of its script, and the snippet to put into its pages. */
export function Sites({ now }: { now: TrafficNow }): ReactNode {
  const mayCreate = useMayDo('analytics-properties')('create');
  const add = mayCreate ? (
    <Link to="/analytics/sites/new">
      <Button type="primary" tabIndex={-1}>
        Add site
      </Button>
    </Link>
  ) : null;
  return (
    <section className="mf-card" aria-label="Scripts">
      <h2>Scripts</h2>
      {now.sites.length ? (
        <ul className="mf-sites">
          {now.sites.map((site) => (
            <Site key={site.id} site={site} />
          ))}
        </ul>
      ) : (
        <EmptyState title="No sites yet" icon="file" next={add}>
          Add a site and put its snippet into the pages. Visitors are asked before anything is stored.
        </EmptyState>
      )}
    </section>
  );
}

const day = 86_400_000;

function Site({ site }: { site: SiteState }): ReactNode {
  const [copied, setCopied] = useState(false);
  const snippet = snippetOf(site, location.origin);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(snippet);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <li>
      <div className="mf-site-head">
        <Link to={`/analytics/sites/${site.id}`}>{site.name}</Link>
        <span className="p-quiet p-cut">{site.site_url ?? 'No address: visits are refused'}</span>
        <ScriptState site={site} />
      </div>
      <div className="mf-snippet">
        <code tabIndex={0} aria-label={`Snippet of ${site.name}`}>
          {snippet}
        </code>
        <button type="button" className="p-chip" onClick={() => void copy()}>
          <Icon name={copied ? 'check' : 'copy'} size={14} /> <span aria-live="polite">{copied ? 'Copied' : 'Copy snippet'}</span>
        </button>
      </div>
    </li>
  );
}

function ScriptState({ site: { status, last_at: last } }: { site: SiteState }): ReactNode {
  if (!status) return <Tag>Inactive</Tag>;
  if (last === null) return <Tag tone="amber">No report yet</Tag>;
  const quiet = serverNow() - Date.parse(last) > day;
  return (
    <Tag tone={quiet ? 'amber' : 'green'}>
      {quiet ? 'Quiet: last report' : 'Reporting, last'} <Time at={last} hour />
    </Tag>
  );
}
