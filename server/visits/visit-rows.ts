import type { recordVisit } from '../../src/schemas/calls/visits';
import type { BodyOf } from '../../src/schemas/kit/call';
import type { Draft } from '../../src/schemas/kit/resource';
import type { siteEvents } from '../../src/schemas/marketing/site-events';
import type { siteVisits } from '../../src/schemas/marketing/site-visits';
import { hostOf, pagePath } from '../domain/page-path';
import { deviceOf, visitChannel } from '../domain/visit-channel';
import { idAt } from '../store/ids';

/** What a script reported, when, and from what browser and site. */
export interface ReportedVisit {
  readonly siteId: string;
  /** Hosts of the site itself: a link between its own pages brings nobody. */
  readonly hosts: readonly string[];
  readonly agent: string;
  readonly at: Date;
  readonly body: BodyOf<typeof recordVisit>;
}
export interface VisitRows {
  readonly visit: Draft<typeof siteVisits> & { readonly id: string };
  readonly events: readonly (Draft<typeof siteEvents> & { readonly id: string })[];
}

/** The rows of a report, without anything that names the visitor. */
export function visitRows({ siteId, hosts, agent, at, body }: ReportedVisit): VisitRows {
  const id = idAt(at.getTime());
  const now = at.toISOString();
  const linked = hostOf(body.referrer);
  const referrer = linked !== null && !hosts.includes(linked) ? linked : null;
  const { utm_source, utm_medium, utm_campaign, utm_term, utm_content } = body;
  const events = body.events.map(({ kind, page, form }) => ({
    id: idAt(at.getTime()),
    visit_id: id,
    kind,
    page: pagePath(page),
    ...(form ? { form: form.slice(0, 80) } : {}),
    at: now,
  }));
  const count = (kind: string): number => events.filter((one) => one.kind === kind).length;
  const visit = {
    id,
    site_id: siteId,
    visit_key: body.visit,
    visitor_key: body.visitor,
    started_at: now,
    last_at: now,
    channel: visitChannel({ utm_source, utm_medium, referrer, click: body.click }),
    landing_page: events[0]!.page,
    device: deviceOf(agent),
    page_views: count('page_view'),
    form_views: count('form_view'),
    form_starts: count('form_start'),
    ...(referrer === null ? {} : { referrer }),
    ...filled({ utm_source, utm_medium, utm_campaign, utm_term, utm_content }),
  };
  return { visit, events };
}

/** UTM values as they are stored: an email address is not a campaign. */
const filled = (values: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const text = value?.trim().slice(0, 100);
      return text && !text.includes('@') ? [[name, text]] : [];
    }),
  );
