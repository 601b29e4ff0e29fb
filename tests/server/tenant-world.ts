import { filePart, multipart, type FilePart } from '../attack/call-samples';
import { build, call, signIn, type Answer, type Browser, type TestApp } from '../support/app';

export let test: TestApp;
export let admin: Browser;
export let counsellor: Browser;
export let own: string;
export const startWorld = async () => {
  test = await build();
  admin = await signIn(test, 'admin@northstar.example');
  counsellor = await signIn(test, 'counsellor@northstar.example');
  own = test.fixture.tenants.northstar;
};
export const stopWorld = () => test.close();
export const form: Record<string, string> = {
  name: 'Northstar Admissions',
  short_name: 'Northstar',
  description: 'Consultants',
  estd_year: '2009',
  email: 'office@northstar.example',
  phone: '9000000001',
  support_email: 'help@northstar.example',
  address1: '4th floor',
  country: 'India',
  state: 'Maharashtra',
  city: 'Pune',
  tenant_type: 'consultant',
  base_url: 'https://northstar.example',
  pan_number: 'AAACN1234F',
  cin_number: 'U80301MH2009PTC123456',
  gst_number: '27AAACN1234F1Z5',
};
export const save = (change: Record<string, string> = {}, file?: FilePart, who = admin, id = own): Promise<Answer> => {
  const body = file ? filePart(file, { ...form, ...change }) : multipart({ ...form, ...change }, undefined);
  return call(test, who, 'POST', `update_tenant/${id}`, body.body, { 'content-type': body.type });
};
export const read = async (who = admin): Promise<Record<string, unknown>> =>
  (await call(test, who, 'GET', `get_tenant_by_id/${own}`)).body['data'] instanceof Array
    ? ((await call(test, who, 'GET', `get_tenant_by_id/${own}`)).body['data'] as Record<string, unknown>[])[0]!
    : {};
export const stored = async (): Promise<Record<string, unknown>> =>
  (await test.store.admin(`select * from tenant where tenant_id = '${own}'`))[0] as Record<string, unknown>;
export const errorsOf = ({ body }: Answer): Record<string, string> =>
  Object.fromEntries((body.errors ?? []).map(({ path, message }) => [path, message]));
