import sql from 'sql-template-tag';
import type { Application, applications } from '../../../src/schemas/applications/applications';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import type { Draft } from '../../../src/schemas/kit/resource';
import { applicationNumber } from '../../applications/application-number';
import { progressOf, wrongAnswers, type FormSchema } from '../../applications/answers';
import { leadEventOfKeys } from '../../lead-events/lead-events';
import { refuseInvalid } from '../../catalogue/validate';
import { refuseOtherStart, refuseTransition } from '../../domain/transitions';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';

type Patch = Draft<typeof applications>;

export const hooks: Hooks<typeof applications> = {
  async beforeCreate(draft, context) {
    refuseOtherStart('applications', draft.state);
    const form = await formOf(draft.form_id, context);
    if (form.status !== 1) throw invalid('form_id', 'This form is not active');
    refuseInvalid(wrongAnswers(form.schema, draft.answers, false));
    const { tx, session, services } = context;
    return {
      ...draft,
      application_no: await applicationNumber(tx, session.tenantId, services.now(), session.timezone),
      progress: progressOf(form.schema, draft.answers),
      payment_state: 'none',
    };
  },
  async beforeUpdate(patch, before, context) {
    const { state } = before;
    refuseTransition('applications', state, patch.state);
    if (state === 'draft' && patch.state === 'submitted') return { ...patch, ...(await submission(patch, before, context)) };
    if (!('answers' in patch)) return patch;
    if (['rejected', 'withdrawn', 'cancelled'].includes(String(state)))
      throw problem(409, `This application was ${String(state)}, so its answers cannot be changed.`);
    const form = await formOf(before.form_id, context);
    refuseInvalid(wrongAnswers(form.schema, patch.answers, state !== 'draft'));
    return { ...patch, progress: progressOf(form.schema, patch.answers) };
  },
  async afterWrite(row, before, { tx, services, session }) {
    if (before?.state !== 'draft' || row.state !== 'submitted') return;
    const by = { tenantId: session.tenantId, userId: session.userId, zone: session.timezone };
    await leadEventOfKeys(tx, services, by, 'form_submitted', [row.lead_id]);
  },
};

/** What an applicant's own submit does: every required question is answered; the fee is asked for afterwards, not before. */
async function submission(patch: Patch, before: Application, context: Context): Promise<Patch> {
  const form = await formOf(before.form_id, context);
  if (form.status !== 1) throw problem(409, 'This form is not active.');
  refuseInvalid(wrongAnswers(form.schema, patch.answers ?? before.answers, true));
  return { progress: 100, submitted_at: context.services.now().toISOString() };
}

async function formOf(id: string, { tx, session }: Context): Promise<{ schema: FormSchema; status: number }> {
  const form = await tx.row<{ schema: FormSchema; status: number }>(sql`
    select "schema", "status" from "forms" where "tenant_id" = ${session.tenantId} and "id" = ${id}`);
  if (!form) throw invalid('form_id', 'This form does not exist');
  return form;
}
