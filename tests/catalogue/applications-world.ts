import { build, call, newBrowser, signIn, type Answer, type Browser, type TestApp } from '../support/app';

export let test: TestApp;
export let admin: Browser;
export let formId: string;
export const startWorld = async () => {
  test = await build();
  admin = await signIn(test, 'admin@northstar.example');
  formId = idOf(await add('forms', form('btech')));
};
export const stopWorld = () => test.close();
export const idOf = (answer: Answer): string => String(answer.body['id']);
export const add = (resource: string, body: object) => call(test, admin, 'POST', `res/${resource}`, body);
export const patch = (resource: string, id: string, body: object) => call(test, admin, 'PATCH', `res/${resource}/${id}`, body);
export const dataOf = <T>(answer: Answer): T => answer.body['data'] as T;
export const form = (slug: string, more: object = {}) => ({
  name: `Form ${slug}`,
  slug,
  kind: 'application',
  fee: 1000,
  published: true,
  thank_you_text: 'We have it.',
  schema: {
    type: 'object',
    required: ['name', 'phone'],
    properties: {
      name: { type: 'string', title: 'Name', minLength: 1 },
      phone: { type: 'string', pattern: '^[0-9]{10}$' },
      percent: { type: 'number', title: 'Percent', minimum: 0, maximum: 100 },
    },
  },
  ...more,
});
let phones = 9_800_000_000;
/** A phone number that no lead has yet. */
export const nextPhone = (): string => String(++phones);
export interface Sent {
  application_id: string;
  application_no: string;
  token: string;
  fee: number;
}
export const send = async (slug = 'btech', answers: object = { name: 'Aarav Sharma', phone: nextPhone(), percent: 81 }) =>
  call(test, newBrowser(), 'POST', `forms/${slug}`, { answers });
export const submitted = async (slug?: string): Promise<Sent> => dataOf<Sent>(await send(slug));
