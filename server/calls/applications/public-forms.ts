import sql from 'sql-template-tag';
import { applications } from '../../../src/schemas/applications/applications';
import * as formsCalls from '../../../src/schemas/calls/forms';
import { problem } from '../../../src/schemas/kit/problem';
import type { Draft } from '../../../src/schemas/kit/resource';
import { leads } from '../../../src/schemas/leads/leads';
import { wrongAnswers, type FormSchema } from '../../applications/answers';
import { asApplicant, signApplicant } from '../../applications/applicant';
import { applicationNumber } from '../../applications/application-number';
import { createRecord, insertRecord } from '../../catalogue/create';
import { largeJson } from '../../catalogue/json-size';
import { refuseInvalid } from '../../catalogue/validate';
import type { Context, Handlers, OutsideContext, Sent } from '../../context/context';
import { handle, type OutsideCallContext, type CallReply } from '../../context/handle';
import { hooks as leadHooks } from '../../hooks/leads/leads';
import { networkOf } from '../../identity/network-of';
import { linkVisit, visitOf, withUtm } from '../../leads/link-visit';
import { leadEventOfKeys } from '../../lead-events/lead-events';

export const handlers: Handlers = {
  ...handle(formsCalls.publicForm, show),
  ...handle(formsCalls.submitForm, submit),
};

interface FormRow {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly schema: FormSchema;
  readonly ui_schema: unknown;
  readonly steps: unknown;
  readonly fee: string | number | null;
  readonly college_id: number | null;
  readonly course_ids: readonly string[] | null;
  readonly opens_at: string | null;
  readonly closes_at: string | null;
  readonly thank_you_text: string | null;
}
/** Sent forms of one address in ten minutes. */
const mostSent = 20;

async function show(context: OutsideCallContext<typeof formsCalls.publicForm>): Promise<CallReply<typeof formsCalls.publicForm>> {
  return inForm(context, async (_inside, form) => {
    const { name, kind, schema, ui_schema, steps, closes_at } = form;
    const data: formsCalls.PublicForm = { name, kind, schema, ui_schema, steps, fee: Number(form.fee ?? 0), closes_at };
    return { data };
  });
}

/** The lead is captured as anywhere else: a known person is matched, not added twice. */
async function submit(
  context: OutsideCallContext<typeof formsCalls.submitForm>,
): Promise<CallReply<typeof formsCalls.submitForm>> {
  const { services, request, body } = context;
  if ((await services.store.hit(`form:${networkOf(request.ip)}`, 600)) > mostSent)
    throw problem(429, 'Too many forms were submitted from here. Please try again in ten minutes.');
  return inForm(context, async (inside, form) => {
    const { answers } = body;
    refuseInvalid(largeJson(applications, { answers }));
    refuseInvalid(wrongAnswers(form.schema, answers, true));
    const { tx, session } = inside;
    const visit = await visitOf(tx, session.tenantId, body.visit_id, services.now());
    const leadId = await leadOf(answers, form, inside, withUtm({}, visit));
    if (visit) await linkVisit(tx, session.tenantId, leadId, visit.id);
    const by = { tenantId: session.tenantId, userId: session.userId, zone: session.timezone };
    await leadEventOfKeys(tx, services, by, 'form_submitted', [leadId]);
    const now = services.now();
    const message = form.thank_you_text ?? 'Thank you. We will be in touch.';
    if (form.kind === 'enquiry') return { message, data: nothingToPay };
    const row = await insertRecord(
      applications,
      {
        application_no: await applicationNumber(tx, session.tenantId, now, session.timezone),
        form_id: form.id,
        lead_id: leadId,
        course_id: form.course_ids?.[0] ?? null,
        answers,
        progress: 100,
        state: 'submitted',
        payment_state: 'none',
        submitted_at: now.toISOString(),
      },
      inside,
    );
    const id = String(row.id);
    const token = signApplicant(services.secrets, { tenantId: session.tenantId, applicationId: id }, now);
    const number = String(row.application_no);
    return {
      message,
      data: { application_id: id, application_no: number, fee: Number(form.fee ?? 0), token } satisfies formsCalls.FormSubmitted,
    };
  });
}
const nothingToPay: formsCalls.FormSubmitted = { application_id: null, application_no: null, fee: 0, token: null };

async function inForm<T>(context: OutsideContext, work: (inside: Context, form: FormRow) => Promise<T>): Promise<T> {
  const { services, params } = context;
  const [found] = await services.store.lookUp<{ tenant_id: string; id: string }>('form_by_slug', [params['slug'] ?? '']);
  if (!found) throw problem(404, 'This form is not open.');
  return asApplicant(context, found.tenant_id, 'form', async (inside) => {
    const form = await inside.tx.row<FormRow>(sql`
      select * from "forms" where "tenant_id" = ${found.tenant_id} and "id" = ${found.id} and "published" and "status" = 1
        and "deleted_at" is null`);
    const now = services.now().getTime();
    const isOpen =
      form && (!form.opens_at || Date.parse(form.opens_at) <= now) && (!form.closes_at || Date.parse(form.closes_at) > now);
    if (!isOpen) throw problem(404, 'This form is not open.');
    return work(inside, form);
  });
}

/** The lead is created from the name, phone and email in the answers; a form that asks for neither phone nor email creates none. */
async function leadOf(answers: Sent, form: FormRow, inside: Context, utm: Draft<typeof leads>): Promise<string> {
  const text = (name: string): string | undefined => {
    const value = answers[name];
    return typeof value === 'string' && value.trim() ? value.trim() : undefined;
  };
  const draft = {
    name: text('name') ?? [text('first_name'), text('last_name')].filter(Boolean).join(' '),
    phone: text('phone') ?? text('mobile'),
    email: text('email'),
    clg_id: form.college_id ?? undefined,
    ...utm,
  };
  const filled = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined && value !== ''));
  const lead = await createRecord(leads, leadHooks, filled, inside);
  return String(lead['id']);
}
