import sql from 'sql-template-tag';
import { enrolled } from '../../src/schemas/kit/stage-rules';
import { dayOf } from '../domain/days';
import type { Tx } from '../store/store';
import { day, iso } from './office-hours';
import { faqs, forms, queries } from './application-samples';
import { addOrders, type AdmissionsDesk, type Applied, type Lead } from './application-orders';
import { adder } from './office-add';
import type { Chance } from './random';

/** Applications of the leads that got that far, with documents, interviews, orders and payments. */
export async function seedApplications(tx: Tx, tenantId: string, of: string, now: number, luck: Chance): Promise<void> {
  const add = adder(tx, tenantId, now, luck);
  const leads = await tx.rows<Lead>(sql`
    select "id", "name", "phone", "email", "user_id", "course", "last_callaction_btn_message" as "stage" from "leads"
    where "tenant_id" = ${tenantId} and "last_callaction_btn_message" in ('Application', 'Fee paid', ${enrolled}) order by right("id", 8) limit 60`);
  const users = await tx.rows<{ id: string }>(
    sql`select "id" from "users" where "tenant_id" = ${tenantId} and "role" in (2, 3, 4) order by "id"`,
  );
  const year = dayOf(new Date(now), 'Asia/Kolkata').slice(0, 4);
  const desk: AdmissionsDesk = { add, now, luck, year, leads, staff: users.map((one) => one.id) };
  const colleges = await tx.rows<{ clg_id: number }>(
    sql`select "clg_id" from "colleges" where "tenant_id" = ${tenantId} order by "clg_id" limit 5`,
  );
  const documents = await add('document-types', [
    { name: 'Class 10 marksheet', accept: ['pdf', 'jpg'] },
    { name: 'Class 12 marksheet', accept: ['pdf', 'jpg'] },
    { name: 'Aadhaar card', accept: ['pdf', 'jpg', 'png'], max_mb: 2 },
    { name: 'Passport photo', accept: ['jpg', 'png'], max_mb: 1 },
    { name: 'Caste certificate', required: false, accept: ['pdf'] },
  ]);
  const formIds = await addForms(desk, of, colleges[0]?.clg_id ?? null, documents.slice(0, 4));
  await add('application-settings', [
    {
      application_no_format: 'APP-{year}-{seq}',
      reminder_days: [3, 7, 14],
      payment_methods: ['upi', 'card', 'netbanking'],
      terms_html: 'The application fee is not refunded.',
    },
  ]);
  const coupon = await addCoupons(desk);
  await add('quickclix', [
    {
      name: 'Pune engineering five',
      form_ids: [formIds[0]],
      college_ids: colleges.map((one) => one.clg_id),
      price: 2500,
      max_choices: 5,
      starts_at: iso(now - 30 * day),
      ends_at: iso(now + 60 * day),
    },
  ]);
  await add(
    'faqs',
    faqs.map(([question, answer, group], i) => ({ question, answer, group, form_ids: [], sort_order: (i + 1) * 10 })),
  );
  const applications = await addApplications(desk, formIds);
  await addDocuments(desk, applications, documents);
  await addInterviews(desk, applications);
  const paid = await addOrders(desk, applications, coupon);
  await add(
    'queries',
    queries.slice(0, leads.length).map(([subject, message, answer], i) => ({
      subject,
      message,
      answer: answer || null,
      state: answer ? 'answered' : 'open',
      lead_id: leads[i]!.id,
      application_id: applications[i]!.id,
      assigned_to: leads[i]!.user_id,
      created_at: iso(now - (i + 1) * 2 * day),
    })),
  );
  await tx.insertMany(
    'counters',
    ['tenant_id', 'name', 'last'],
    [
      [tenantId, `applications ${year}`, applications.length],
      [tenantId, `receipts ${year}`, paid],
    ],
  );
  await tx.run(sql`
    update "coupons" c set "used" = (select count(*) from "orders" o where o."tenant_id" = c."tenant_id" and o."coupon_id" = c."id"
      and o."status" in ('created', 'pending', 'paid')) where c."tenant_id" = ${tenantId}`);
}

const addForms = (
  { add, now }: AdmissionsDesk,
  of: string,
  collegeId: number | null,
  documents: readonly string[],
): Promise<string[]> =>
  add(
    'forms',
    forms.map(({ name, slug, kind, fee, schema }) => ({
      name,
      slug: `${of}-${slug}`,
      kind,
      fee,
      schema,
      ui_schema: { 'ui:order': Object.keys(schema.properties) }, // the database sorts the keys
      college_id: collegeId,
      course_ids: [],
      document_type_ids: kind === 'application' ? documents : [],
      opens_at: iso(now - 60 * day),
      closes_at: iso(now + 90 * day),
      thank_you_text: 'Thank you. Your counsellor will call you within a day.',
      published: true,
      version: 1,
    })),
  );

/** Three coupons; the id of the first, which orders use. */
async function addCoupons({ add, now }: AdmissionsDesk): Promise<string> {
  const valid = (from: number, to: number) => ({
    form_ids: [],
    valid_from: iso(now + from * day),
    valid_to: iso(now + to * day),
    used: 0,
  });
  const [coupon] = await add('coupons', [
    { code: 'EARLYBIRD', kind: 'percent', value: 20, max_discount: 300, usage_limit: 200, ...valid(-60, 30) },
    { code: 'SIBLING500', kind: 'amount', value: 500, usage_limit: 50, ...valid(-60, 120) },
    { code: 'FAIR-MAY', kind: 'percent', value: 50, usage_limit: 100, status: 0, ...valid(-200, -170) },
  ]);
  return coupon!;
}

async function addApplications({ add, now, luck, year, leads }: AdmissionsDesk, formIds: readonly string[]): Promise<Applied[]> {
  const states = {
    Application: ['submitted', 'under_review', 'documents_pending', 'interview'],
    'Fee paid': ['offered', 'accepted', 'waitlisted'],
    [enrolled]: ['enrolled'],
  } as const;
  const applied = leads.map((lead, i): Applied => {
    const form = i % 3 === 1 ? 1 : 0;
    return {
      id: luck.id(now),
      lead,
      paid: lead.stage !== 'Application' || i % 3 === 0,
      at: now - luck.whole(1, 50) * day - luck.whole(0, 600) * 60_000,
      state: luck.pick(states[lead.stage]),
      fee: forms[form]!.fee,
      form: formIds[form]!,
    };
  });
  await add(
    'applications',
    applied.map(({ id, lead, paid, at, state, form }, i) => ({
      id,
      application_no: `APP-${year}-${String(i + 1).padStart(5, '0')}`,
      form_id: form,
      lead_id: lead.id,
      course_id: lead.course,
      answers: {
        name: lead.name ?? 'Applicant',
        phone: (lead.phone ?? '').slice(-10),
        ...(lead.email ? { email: lead.email } : {}),
        percent_12: luck.whole(52, 96),
      },
      progress: 100,
      state,
      payment_state: paid ? 'paid' : 'pending',
      reviewer_id: lead.user_id,
      submitted_at: iso(at),
      created_at: iso(at - 1_800_000),
    })),
  );
  return applied;
}

async function addDocuments(
  { add, luck, staff }: AdmissionsDesk,
  applications: readonly Applied[],
  types: readonly string[],
): Promise<void> {
  const rows = applications.slice(0, 25).flatMap(({ id, at, state }) =>
    types.slice(0, 3).map((type) => {
      const verdict =
        state === 'enrolled' || state === 'accepted'
          ? 'verified'
          : luck.weighed([
              ['uploaded', 4],
              ['verified', 4],
              ['rejected', 1],
              ['re_upload', 1],
            ] as const);
      const seen = verdict === 'verified' ? { verified_by: luck.pick(staff), verified_at: iso(at + day) } : {};
      const remark =
        verdict === 'rejected' || verdict === 're_upload' ? 'The scan cannot be read. Please upload it again.' : null;
      return {
        application_id: id,
        document_type_id: type,
        file: '/samples/scan.pdf#scan.pdf',
        state: verdict,
        remark,
        ...seen,
        created_at: iso(at),
      };
    }),
  );
  await add('document-verifications', rows);
}

async function addInterviews({ add, now, luck, staff }: AdmissionsDesk, applications: readonly Applied[]): Promise<void> {
  const criteria = [
    { name: 'Communication', weight: 40, max: 10 },
    { name: 'Motivation', weight: 35, max: 10 },
    { name: 'Academics', weight: 25, max: 10 },
  ];
  const [card] = await add('scorecards', [
    { name: 'Personal interview', criteria, pass_mark: 50, course_ids: [] },
    {
      name: 'Design portfolio',
      criteria: [
        { name: 'Idea', weight: 60, max: 10 },
        { name: 'Craft', weight: 40, max: 10 },
      ],
      pass_mark: 60,
      course_ids: [],
    },
  ]);
  const morning = (ahead: number, slot: number): number =>
    Date.parse(`${dayOf(new Date(now + ahead * day), 'Asia/Kolkata')}T10:00:00+05:30`) + slot * 2_700_000;
  const rows = applications.slice(0, 12).map(({ id }, i) => {
    const done = i < 6;
    const scores = done ? criteria.map(({ name }) => ({ criterion: name, score: luck.whole(4, 10) })) : [];
    const total = scores.reduce((sum, one, at) => sum + one.score * criteria[at]!.weight, 0) / 10;
    return {
      application_id: id,
      panel_user_ids: [staff[i % staff.length]],
      starts_at: iso(morning(done ? -7 + i : 2 + Math.floor(i / 3), i % 6)),
      mode: (['online', 'in_person', 'phone'] as const)[i % 3],
      ...(i % 3 === 0 ? { link: 'https://meet.example/admissions' } : i % 3 === 1 ? { place: 'Room 2, Bhandarkar Road' } : {}),
      scorecard_id: card,
      scores,
      total: done ? total : null,
      result: done ? (total >= 50 ? 'selected' : 'rejected') : 'pending',
      state: done ? 'done' : 'scheduled',
    };
  });
  await add('interviews', rows);
}
