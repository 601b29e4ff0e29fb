import type { AnyRow } from '../../src/schemas/kit/resource';
import { json } from '../store/parameters';
import { withCapture } from '../domain/sources';
import { teaching, type CollegeSeed } from './colleges';
import { addActivity, addCalls, addOwners, said } from './lead-activity';
import type { LeadBatch } from './lead-batch';
import { leadLife, type Life } from './lead-life';
import { demoPhone, regions } from './names';
import { iso } from './office-hours';
import { states } from './places';
import type { Chance } from './random';
import { courses, sources } from './reference';
import type { TenantSeed } from './seed-tenant';

export interface Office {
  readonly seed: TenantSeed;
  readonly colleges: readonly CollegeSeed[];
  /** Users that own leads, with each one's share. */
  readonly owners: readonly (readonly [string, number])[];
}

/** One lead with everything around it, added to the batch. `n` counts leads over all tenants: phones and mails depend on it. */
export function addLead(batch: LeadBatch, office: Office, n: number, now: number, luck: Chance): void {
  const { seed } = office;
  const life = leadLife(now, luck);
  const id = luck.id(life.created);
  const owner = life.assigned === null ? null : luck.weighed(office.owners);
  const phone = demoPhone(n);

  const course = luck.weighed(courses.map((one) => [one, one.share] as const));
  const offered = teaching(office.colleges, course.stream);
  const college = luck.pick(offered);
  const captures = [life.created, ...life.enquiredAgain.toSorted((a, b) => a - b)].map((at, i) => {
    const source = luck.weighed(sources.map((one) => [one, one.share] as const));
    const asked = i === 0 ? college : luck.pick(offered);
    return { at, source, asked, via: viaOf(source.channel) };
  });
  const campaign = `${course.stream.toLowerCase().replaceAll(' ', '-')}-admissions`;
  let trail = withCapture({}, seed.sources.get(captures[0]!.source.name));
  for (const capture of captures.slice(1)) trail = withCapture(trail, seed.sources.get(capture.source.name));

  const pending = life.steps.filter((step) => step.followUpAt !== null && step.doneAt === null);
  const acts = actsOf(life);
  const last = life.steps.at(-1);
  const outbound = life.calls.filter((call) => call.direction === 'outbound');
  const again = captures.slice(1).reverse();
  batch.leads.push({
    tenant_id: seed.tenantId,
    id,
    ...personOf(n, luck),
    phone,
    country_code: '91',
    country: 'India',
    ...trail,
    utm_source: captures[0]!.source.utm ?? null,
    utm_medium: captures[0]!.source.utm ? 'cpc' : null,
    utm_campaign: captures[0]!.source.utm ? campaign : null,
    clg_id: college.id,
    clg_name: college.name,
    last_re_enquired_clg_id: again[0]?.asked.id ?? null,
    re_enquired_clgs: json(again.map((one) => ({ clg_id: one.asked.id, clg_name: one.asked.name, at: iso(one.at) }))),
    re_enquiry_count: again.length,
    user_id: owner,
    assigned_at: life.assigned === null ? null : iso(life.assigned),
    stream: seed.courses.get(course.name)!.streamId,
    course: seed.courses.get(course.name)!.id,
    lead_type:
      captures[0]!.source.channel === 'walk_in' ? 'walk_in' : captures[0]!.source.channel === 'referral' ? 'referred' : 'fresh',
    last_education: course.level === 'postgraduate' ? 'Graduation' : '12th',
    year_of_admission: new Date(now).getUTCFullYear() + 1,
    priority: last ? ({ Application: 2, 'Fee paid': 2, Interested: 1, Counselled: 1 }[last.stage.name] ?? 0) : 0,
    is_verified: life.steps.some((step) => step.stage.name === 'Counselled') ? 1 : 0,
    stage_id: last ? seed.stages.get(last.stage.name) : null,
    last_callaction_btn_message: last?.stage.name ?? null,
    last_callaction_sub_stage: last?.sub ?? null,
    last_callaction_message: last ? said(last.message, course.name, college.name) : null,
    last_callaction_call_date_time: last?.followUpAt ? iso(last.followUpAt) : null,
    last_callaction_followup_status: last?.followUpAt ? (last.doneAt ? 1 : 0) : null,
    is_stage_mark_locked: 0,
    next_followup_at: pending.length > 0 ? iso(Math.min(...pending.map((step) => step.followUpAt!))) : null,
    first_act_at: acts[0] ? iso(acts[0].at) : null,
    last_act_at: acts.at(-1) ? iso(acts.at(-1)!.at) : null,
    last_act_type: acts.at(-1)?.type ?? null,
    dial_count: outbound.length,
    connected_count: outbound.filter((call) => call.talk > 0).length,
    created_via: captures[0]!.via,
    tags: json(luck.happens(0.12) ? [luck.pick(['hostel', 'scholarship', 'NRI quota', 'lateral entry', 'parent call'])] : []),
    custom: json({}),
    created_at: iso(life.created),
    created_by: null,
    updated_at: iso(Math.max(life.created, ...acts.map((act) => act.at), ...captures.map((capture) => capture.at))),
    updated_by: null,
  });

  addCaptures(batch, seed, { id, captures, campaign }, luck);
  if (owner === null) return;
  if (luck.happens(0.04))
    batch.lead_favourites.push({ tenant_id: seed.tenantId, id: luck.id(life.created), lead_id: id, user_id: owner });
  const owned = { id, owner, phone, life, college, course: course.name, source: trail.source };
  addOwners(batch, seed, office.owners, owned, luck);
  addCalls(batch, seed, owned, luck);
  addActivity(batch, seed, owned, luck);
}

/** How a lead came, the first time and again. */
interface Capture {
  readonly at: number;
  readonly source: (typeof sources)[number];
  readonly asked: CollegeSeed;
  readonly via: string;
}
function addCaptures(
  batch: LeadBatch,
  seed: TenantSeed,
  { id, captures, campaign }: { id: string; captures: readonly Capture[]; campaign: string },
  luck: Chance,
): void {
  for (const [i, capture] of captures.entries())
    batch.lead_captures.push({
      tenant_id: seed.tenantId,
      id: luck.id(capture.at),
      lead_id: id,
      via: capture.via,
      is_re_enquiry: i > 0,
      source: seed.sources.get(capture.source.name),
      clg_id: capture.asked.id,
      utm_source: capture.source.utm ?? null,
      utm_medium: capture.source.utm ? 'cpc' : null,
      utm_campaign: capture.source.utm ? campaign : null,
      created_at: iso(capture.at),
      created_by: null,
      updated_at: iso(capture.at),
      updated_by: null,
    });
}

/** The acts on a lead, oldest first: what first_act_at and last_act_at remember. */
function actsOf(life: Life): { at: number; type: string }[] {
  return [
    ...life.steps.map((step) => ({ at: step.at, type: 'call_action' })),
    ...life.steps.filter((step) => step.doneAt !== null).map((step) => ({ at: step.doneAt!, type: 'follow_up_done' })),
    ...life.calls.filter((call) => call.direction === 'outbound' || call.talk > 0).map((call) => ({ at: call.at, type: 'call' })),
  ].sort((a, b) => a.at - b.at);
}

function personOf(n: number, luck: Chance): AnyRow {
  const region = luck.weighed(regions.map((one) => [one, one.share] as const));
  const girl = luck.happens(0.48);
  const name = `${luck.pick(girl ? region.girls : region.boys)} ${luck.pick(region.families)}`;
  const home = luck.pick(region.states);
  const state = states.find((one) => one.id === home)!;
  const mail = name
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .split(' ');
  return {
    name,
    email: luck.happens(0.78) ? `${mail[0]}.${mail.at(-1)}${n}@mail.example` : null,
    gender: girl ? 'female' : 'male',
    category: luck.happens(0.6)
      ? luck.weighed([
          ['General', 5],
          ['OBC', 4],
          ['SC', 2],
          ['ST', 1],
          ['EWS', 1],
        ] as const)
      : null,
    state: state.value,
    city: luck.pick(state.cities).name,
  };
}

function viaOf(channel: string): string {
  const vias: Record<string, string> = {
    paid_search: 'landing_page',
    paid_social: 'ad',
    organic: 'form',
    website: 'form',
    publisher: 'api',
    whatsapp: 'whatsapp',
    telephony: 'call',
    event: 'import',
  };
  return vias[channel] ?? 'manual';
}
