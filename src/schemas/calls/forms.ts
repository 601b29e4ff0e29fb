import { dataOf, defineCall } from '../kit/call';

/** A published form, as anyone may fill it in. */
export const publicForm = defineCall({
  name: 'public-form',
  wire: 'GET forms/{slug}',
  access: 'public',
  as: 'read',
  data: dataOf<PublicForm>(),
  outside: true,
});
/** Answers make the lead, or find it, and a submitted application. */
export const submitForm = defineCall({
  name: 'submit-form',
  wire: 'POST forms/{slug}',
  access: 'public',
  as: 'create',
  data: dataOf<FormSubmitted>(),
  outside: true,
  forgery: false,
  body: {
    type: 'object',
    required: ['answers'],
    properties: { answers: { type: 'object' }, visit_id: { type: 'string', maxLength: 40 } },
  },
});

export interface PublicForm {
  readonly name: string;
  readonly kind: string;
  readonly schema: unknown;
  readonly ui_schema: unknown;
  readonly steps: unknown;
  readonly fee: number;
  readonly closes_at: string | null;
}
export interface FormSubmitted {
  readonly application_id: string | null;
  readonly application_no: string | null;
  readonly fee: number;
  /** Opens payments/order for a day. */
  readonly token: string | null;
}
