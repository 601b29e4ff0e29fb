import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formFields } from '../../src/custom/tenant-profile/form-fields';
import { formBody } from '../../src/custom/tenant-profile/form-values';
import { json } from './browser-fixture';
import {
  asked,
  edit,
  field,
  full,
  isOpen,
  saveButton,
  sent,
  setProfile,
  setUp,
  submit,
  tearDown,
  toastOf,
  type,
  wait,
  world,
} from './tenant-edit-world';

vi.mock('virtual:manifest', () => import('./compiled-manifest'));
beforeEach(setUp);
afterEach(tearDown);
const errorAt = (name: string): string | undefined =>
  document.querySelector(`#tenant-${name}-note[role=alert]`)?.textContent ?? undefined;

const atTop = (): string | undefined => document.querySelector('.p-form-refused')?.textContent ?? undefined;

describe('what the form refuses', () => {
  const texts: readonly (readonly [string, string, string, string])[] = [
    ['TENANTEDIT-094', 'name', '', 'Name is required.'],
    ['TENANTEDIT-095', 'short_name', '', 'Short Name is required.'],
    ['TENANTEDIT-096', 'description', '', 'Description is required.'],
    ['TENANTEDIT-097', 'estd_year', '', 'Established In Year is required.'],
    ['TENANTEDIT-098', 'email', '', 'Email is required.'],
    ['TENANTEDIT-099', 'phone', '', 'Mobile Number is required.'],
    ['TENANTEDIT-100', 'support_email', '', 'Support Email is required.'],
    ['TENANTEDIT-101', 'address1', '', 'Address Line 1 is required.'],
    ['TENANTEDIT-102', 'base_url', '', 'Base URL is required.'],
    ['TENANTEDIT-103', 'pan_number', '', 'PAN Number is required.'],
    ['TENANTEDIT-104', 'cin_number', '', 'CIN Number is required.'],
    ['TENANTEDIT-105', 'gst_number', '', 'GST Number is required.'],
    ['TENANTEDIT-110', 'email', 'Office@Northstar.example', 'Please, Enter Valid email address.'],
    ['TENANTEDIT-111', 'support_email', 'help', 'Please, Enter Valid email address.'],
    ['TENANTEDIT-112', 'phone', '+9198000', 'Please, Enter 10 digit Mobile Number.'],
    ['TENANTEDIT-113', 'pan_number', 'aaaaa0000a', 'Invalid PAN Number format.'],
    ['TENANTEDIT-114', 'cin_number', 'X12345MH2020PTC123456', 'Invalid CIN Number format.'],
    ['TENANTEDIT-115', 'gst_number', '27AAAAA0000A1Y5', 'Invalid GST Number format.'],
    ['D-105 another scheme', 'website', 'ftp://northstar.example', 'Please, Enter valid URL.'],
  ];
  it(`TENANTEDIT-014 TENANTEDIT-120 ${[...new Set(texts.map(([id]) => id))].join(' ')} shows its error once touched, and Save is disabled`, async () => {
    await edit();
    for (const [id, name, value, message] of texts) {
      const before = field(name).value;
      expect(errorAt(name), id).toBeUndefined();
      expect(saveButton().disabled, id).toBe(false);
      type(name, value);
      await wait(0);
      expect(errorAt(name), id).toBe(message);
      expect(saveButton().disabled, id).toBe(true);
      type(name, before);
      await wait(0);
      expect(errorAt(name), id).toBeUndefined();
    }
  });

  it.each([
    ['phone', '+919800000001'],
    ['phone', '09800000001'],
    ['cin_number', 'L12345MH2020PLC123456'],
    ['website', 'northstar.example'],
  ])('TENANTEDIT-112 TENANTEDIT-114 takes %s %s', async (name, value) => {
    await edit();
    type(name, value);
    await wait(0);
    expect(errorAt(name)).toBeUndefined();
    await submit();
    expect(sent()!.get(name)).toBe(name === 'website' ? `https://${value}` : value);
  });

  it('TENANTEDIT-106 TENANTEDIT-107 TENANTEDIT-108 TENANTEDIT-109 TENANTEDIT-120 TENANTEDIT-139 Enter on an incomplete form makes no call and marks what is missing', async () => {
    await edit({ country: '', state: '', city: '', tenant_type: '' });
    expect(['country', 'state', 'city', 'tenant_type'].map(errorAt)).toEqual([undefined, undefined, undefined, undefined]);
    expect(screen.getByText(/^To complete: .* and 1 more$/)).toBeDefined(); // why Save is disabled
    await submit();
    expect(sent()).toBeUndefined();
    expect(['country', 'state', 'city', 'tenant_type'].map(errorAt)).toEqual([
      'Country is required.',
      'State is required.',
      'City is required.',
      'Tenant Type is required.',
    ]);
  });

  it('TENANTEDIT-091 phone validation needs its pattern', async () => {
    await edit();
    fireEvent.click(field('phone_validation_enabled'));
    await wait(0);
    expect(saveButton().disabled).toBe(true);
    await submit();
    expect(errorAt('custom_phone_regex')).toBe('Phone Regex is required.');
    type('custom_phone_regex', '^[6-9]');
    await wait(0);
    expect(saveButton().disabled).toBe(false);
  });

  it.each([
    ['TENANTEDIT-116', 'is_enable_country_constraint', 'Please enter countries for Lead Nurture'],
    ['TENANTEDIT-117', 'is_teams_attendance_webhook_enabled', 'Please enter Attendance Webhook URL'],
    ['TENANTEDIT-118', 'is_teams_auth_log_webhook_enabled', 'Please enter Auth Log Webhook URL'],
    ['TENANTEDIT-119', 'is_teams_leave_webhook_enabled', 'Please enter Leave Webhook URL'],
  ])('%s TENANTEDIT-140 warns on submit and makes no call', async (_id, flag, text) => {
    await edit();
    fireEvent.click(field(flag));
    await wait(0);
    expect(saveButton().disabled).toBe(false);
    await submit();
    expect(toastOf('warning')).toBe(text);
    expect(sent()).toBeUndefined();
  });
});

describe('saving', () => {
  it('TENANTEDIT-121 TENANTEDIT-122 TENANTEDIT-123 sends a multipart form: flags as 1 or 0, lists as JSON', async () => {
    await edit({ wp_api_enabled: 1 });
    await submit();
    const body = sent()!;
    expect(body).toBeInstanceOf(FormData);
    for (const { name, kind } of formFields.filter((one) => one.kind === 'flag'))
      expect(body.get(name), `${name} ${kind}`).toMatch(/^[01]$/);
    expect(body.get('wp_api_enabled')).toBe('1');
    expect(body.get('sms_sender_ids')).toBe('[{"sender_id":"NRTHST"}]');
    expect(body.get('app_min_permission')).toBe('[]');
    expect(body.get('estd_year')).toBe('2012');
    expect(formBody({ pincode: '' }).get('pincode')).toBe('');
  });

  it('TENANTEDIT-093 TENANTEDIT-129 code 200: its message, the modal closes, the profile reloads', async () => {
    await edit();
    setProfile({ ...full, name: 'Renamed' });
    await submit();
    await wait(500);
    expect(toastOf('success')).toBe('Tenant updated.');
    expect(isOpen()).toBe(false);
    expect(screen.getByRole('heading', { name: 'Renamed' })).toBeDefined();
  });

  it.each([
    ['TENANTEDIT-130', 204],
    ['TENANTEDIT-131', 500],
  ])('%s code %i is shown as a success; the modal stays open', async (_id, code) => {
    world['update_tenant/t-1'] = () => json({ code, message: 'as built' });
    await edit();
    const loads = asked.filter(({ path }) => path.startsWith('get_tenant_by_id')).length;
    await submit();
    await wait(500);
    expect(toastOf('success')).toBe('as built');
    expect(isOpen()).toBe(true);
    expect(document.querySelector('.ant-btn-loading')).toBeNull();
    expect(asked.filter(({ path }) => path.startsWith('get_tenant_by_id'))).toHaveLength(loads);
  });

  it.each([
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['an HTTP failure', () => json({ code: 500, message: 'down' }, 500)],
  ])('TENANTEDIT-132 %s is shown as a warning, and no input is lost', async (_name, answer) => {
    world['update_tenant/t-1'] = answer;
    await edit();
    type('pincode', '411016');
    await submit();
    expect(toastOf('warning')).toBeDefined();
    expect(isOpen()).toBe(true);
    expect(field('pincode').value).toBe('411016');
  });

  it('a refusal is shown at its field until the field changes, and no input is lost', async () => {
    world['update_tenant/t-1'] = () =>
      json({ code: 422, message: 'Please correct the fields.', errors: [{ path: 'pincode', message: 'Pincode is wrong' }] });
    await edit();
    type('app_size', '12 MB');
    await submit();
    expect([errorAt('pincode'), atTop(), field('app_size').value]).toEqual(['Pincode is wrong', undefined, '12 MB']);
    expect(document.activeElement).toBe(field('pincode'));
    type('pincode', '411016');
    await wait(0);
    expect(errorAt('pincode')).toBeUndefined();
  });

  it('a refusal of a hidden field, or of no field, is shown at the top of the form', async () => {
    const secret = [{ path: 'zoho_crm_client_secret', message: 'is too short' }];
    world['update_tenant/t-1'] = () => json({ code: 422, message: 'Please correct the fields.', errors: secret });
    await edit({ zoho_integration: 1 });
    await submit();
    expect([errorAt('zoho_crm_client_secret'), atTop()]).toEqual(['is too short', undefined]);
    fireEvent.click(field('zoho_integration'));
    await wait(0);
    await submit();
    expect(atTop()).toBe('Zoho Client Secret: is too short.');
    world['update_tenant/t-1'] = () => json({ code: 403, message: 'You do not have permission to perform this action.' });
    await submit();
    expect(atTop()).toBe('You do not have permission to perform this action.');
  });
});

describe('Fetch Details', () => {
  it('TENANTEDIT-009 TENANTEDIT-010 TENANTEDIT-011 fills in what the website has, and marks what is still missing', async () => {
    world['scrape_tenant_website_details'] = () =>
      json({ code: 200, data: { name: 'From the web', email: '', twitter: 'https://x.com/n', role: 'admin' } });
    await edit({ short_name: '', email: 'kept@northstar.example' });
    expect(errorAt('short_name')).toBeUndefined();
    fireEvent.click(screen.getByRole('button', { name: 'Fetch Details' }));
    await wait();
    expect(asked.find(({ path }) => path === 'scrape_tenant_website_details')!.body).toEqual({
      website: 'https://northstar.example',
    });
    expect(field('name').value).toBe('From the web');
    expect(field('twitter').value).toBe('https://x.com/n');
    expect(field('email').value).toBe('kept@northstar.example');
    expect(errorAt('short_name')).toBe('Short Name is required.');
    expect(sent()).toBeUndefined();
  });

  it('TENANTEDIT-128 warns when it fails', async () => {
    world['scrape_tenant_website_details'] = () => json({ code: 422, message: 'no' });
    await edit();
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Fetch Details' }));
    await wait();
    expect(toastOf('warning')).toBe('Failed to fetch website data');
  });
});
