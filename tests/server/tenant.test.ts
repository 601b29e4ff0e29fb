import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRunaway } from '../../server/domain/patterns';
import { resourceNamed } from '../../src/schemas/kit/all';
import { call, edit } from '../support/app';
import { admin, counsellor, errorsOf, form, own, read, save, startWorld, stopWorld, stored, test } from './tenant-world';

beforeAll(startWorld);
afterAll(stopWorld);

describe('update_tenant', () => {
  it('TENANTAPI-003 TENANTEDIT-133 TENANTEDIT-135 answers code and message; a complete form marks the details as complete', async () => {
    await edit(test, own, `update tenant set is_details_complete = false where tenant_id = '${own}'`);
    const answer = await save();
    expect(answer.body).toEqual({ code: 200, message: 'Tenant saved.' });
    expect(await read()).toMatchObject({ ...form, estd_year: 2009, is_details_complete: true });
    const put = await call(test, admin, 'PUT', `update_tenant/${own}`, { pincode: '411004' });
    expect(put.body.code).toBe(200);
    expect(await read()).toMatchObject({ pincode: '411004', name: form['name'] });
    expect((await save()).body.code).toBe(200); // nothing to change
    expect((await call(test, admin, 'POST', `update_tenant/${own}`, { is_details_complete: false })).code).toBe(422);
  });

  it('reads flags, lists and empty texts of a form by the type of the field', async () => {
    const answer = await save({
      wp_api_enabled: '1',
      show_all_partner_clg: '0',
      app_min_permission: '["android.permission.CAMERA"]',
      sms_sender_ids: '[{"sender_id":"NRTHST"}]',
      college_ids_zoho_lead_trigger: '[]',
      address2: '',
      website: 'northstar.example/about',
      app_released_on: '2026-03-01T04:30:00.000Z',
    });
    expect(answer.body.message).toBe('Tenant saved.');
    const tenant = await read();
    expect(tenant).toMatchObject({
      wp_api_enabled: 1,
      show_all_partner_clg: 0,
      app_min_permission: ['android.permission.CAMERA'],
      sms_sender_ids: [{ sender_id: 'NRTHST' }],
      college_ids_zoho_lead_trigger: [],
      address2: null,
      website: 'https://northstar.example/about',
    });
    expect(Date.parse(String(tenant['app_released_on']))).toBe(Date.parse('2026-03-01T04:30:00Z'));
  });

  const wrong: readonly (readonly [string, string, string])[] = [
    ['name', '', 'Name is required.'],
    ['short_name', '', 'Short Name is required.'],
    ['description', '', 'Description is required.'],
    ['estd_year', '', 'Established In Year is required.'],
    ['email', '', 'Email is required.'],
    ['phone', '', 'Mobile Number is required.'],
    ['support_email', '', 'Support Email is required.'],
    ['address1', '', 'Address Line 1 is required.'],
    ['country', '', 'Country is required.'],
    ['state', '', 'State is required.'],
    ['city', '', 'City is required.'],
    ['tenant_type', '', 'Tenant Type is required.'],
    ['base_url', '', 'Base URL is required.'],
    ['pan_number', '', 'PAN Number is required.'],
    ['cin_number', '', 'CIN Number is required.'],
    ['gst_number', '', 'GST Number is required.'],
    ['email', 'Office@northstar.example', 'Please, Enter Valid email address.'],
    ['support_email', 'help', 'Please, Enter Valid email address.'],
    ['phone', '12345', 'Please, Enter 10 digit Mobile Number.'],
    ['pan_number', 'aaacn1234f', 'Invalid PAN Number format.'],
    ['cin_number', 'X80301MH2009PTC123456', 'Invalid CIN Number format.'],
    ['gst_number', '27AAACN1234F', 'Invalid GST Number format.'],
    ['website', 'javascript:alert(1)', 'Please, Enter valid URL.'],
    ['facebook', 'ftp://facebook.com/x', 'Please, Enter valid URL.'],
    ['teams_leave_webhook_url', 'http://hooks.example/x', 'Please, Enter valid URL.'],
  ];
  it.each(wrong)('TENANTEDIT-134 %s %j is refused: %s', async (name, value, message) => {
    const before = await stored();
    const answer = await save({ [name]: value });
    expect(answer.code).toBe(422);
    expect(errorsOf(answer)).toEqual({ [name]: message });
    expect(await stored()).toEqual(before);
  });
  it('TENANTEDIT-112 TENANTEDIT-113 TENANTEDIT-114 TENANTEDIT-115 a PAN, CIN, GST or phone number with one wrong, missing or extra character is invalid', async () => {
    // 'A' stands for any letter, '0' for any digit, and any other character for itself
    for (const [field, good, shape] of [
      ['pan_number', 'AAACN1234F', 'AAAAA0000A'],
      ['cin_number', 'U80301MH2009PTC123456', 'U00000AA0000AAA000000'],
      ['gst_number', '27AAACN1234F1Z5', '00AAAAA0000AEZE'],
      ['phone', '9000000001', '0000000000'],
    ] as const) {
      const wrong = [good.slice(1), good.slice(0, -1), `${good}0`, ` ${good}`, `${good} `, `${good}\n`].concat(
        [...shape].flatMap((kind, at) => {
          const put = { A: ['5', good[at]!.toLowerCase(), '-'], 0: ['Q', '-'], E: [' ', 'a', '-'] }[kind] ?? ['X', '5'];
          return put.map((sign) => good.slice(0, at) + sign + good.slice(at + 1));
        }),
      );
      const { pattern } = resourceNamed('tenant').fields.properties[field]!;
      expect(new RegExp(pattern!, 'u').test(good), field).toBe(true);
      expect(
        wrong.filter((one) => new RegExp(pattern!, 'u').test(one)),
        field,
      ).toEqual([]);
    }
    for (const phone of ['+919000000001', '09000000001']) expect((await save({ phone })).code, phone).toBe(200);
    for (const phone of ['+9109000000001', '009000000001', '+929000000001'])
      expect(errorsOf(await save({ phone })), phone).toEqual({ phone: 'Please, Enter 10 digit Mobile Number.' });
    await save();
  });
  const conditions: readonly (readonly [string, string, string, string])[] = [
    ['is_enable_country_constraint', 'allowed_countries_for_lead_capture', '[]', 'Please enter countries for Lead Nurture'],
    ['is_teams_attendance_webhook_enabled', 'teams_attendance_webhook_url', '', 'Please enter Attendance Webhook URL'],
    ['is_teams_auth_log_webhook_enabled', 'teams_auth_log_webhook_url', '', 'Please enter Auth Log Webhook URL'],
    ['is_teams_leave_webhook_enabled', 'teams_leave_webhook_url', '', 'Please enter Leave Webhook URL'],
  ];
  it.each(conditions)('TENANTEDIT-134 %s requires %s', async (flag, name, empty, message) => {
    const answer = await save({ [flag]: '1', [name]: empty });
    expect([answer.code, errorsOf(answer)]).toEqual([422, { [name]: message }]);
    expect((await read())[flag]).toBe(0);
  });
  it('TENANTEDIT-134 sender ids are 3 to 11 letters or digits; errors name the wrong ones', async () => {
    for (const id of ['AB', 'ABCDEFGHIJKL', 'AB C', 'A-BC'])
      expect((await save({ sms_sender_ids: JSON.stringify([{ sender_id: id }]) })).code, id).toBe(422);
    expect((await save({ sms_sender_ids: 'nonsense{' })).code).toBe(422);
  });
  it('an SMS template accepts only sender ids of the tenant', async () => {
    await save({ sms_sender_ids: '[{"sender_id":"NRTHST"}]' });
    const template = (sender_id: string) =>
      call(test, admin, 'GET', `savesmstemplate?name=From+${sender_id}&body=Welcome&sender_id=${sender_id}`);
    expect((await template('NRTHST')).code).toBe(200);
    expect(errorsOf(await template('FOREIGN'))).toEqual({ sender_id: 'Sender id must be one of NRTHST' });
  });

  it('D-071 idle and polling time are whole milliseconds from 15 s to an hour, an automatic break starts after at least a minute', async () => {
    const set = (time_tracking: object) => call(test, admin, 'PUT', `update_tenant/${own}`, { time_tracking });
    const whole = { idle_ms: 15_000, poll_ms: 3_600_000, auto_break_ms: 60_000 };
    expect((await set(whole)).code).toBe(200);
    expect((await read())['time_tracking']).toEqual(whole);
    for (const wrong of [{ idle_ms: 14_999 }, { poll_ms: 3_600_001 }, { auto_break_ms: 59_999 }, { idle_ms: 'x' }, { other: 1 }])
      expect((await set(wrong)).code, JSON.stringify(wrong)).toBe(422);
    expect((await set({})).code).toBe(200);
  });

  it('TENANTEDIT-138 TRUST-S17 a phone pattern that does not compile or could run for ever is refused', async () => {
    for (const pattern of ['[', '(', '(?=a)b', '(a)\\1', 'a{2000}', '(a+)+$', '(a|aa)*b', '^(\\d+\\s?)*$', '((x*)y){2,}']) {
      const answer = await save({ phone_validation_enabled: '1', custom_phone_regex: pattern });
      expect([pattern, answer.code, Object.keys(errorsOf(answer))]).toEqual([pattern, 422, ['custom_phone_regex']]);
    }
    expect(['^(\\+91|0)?[6-9]\\d{9}$', '^[+*(|]+$', '\\(\\d+\\)+', '(ab)+'].filter(isRunaway)).toEqual([]);
    const fine = '^(\\+91)?[6-9]\\d{9}$';
    expect((await save({ phone_validation_enabled: '1', custom_phone_regex: fine })).code).toBe(200);
    expect((await save({ phone_validation_enabled: '1', custom_phone_regex: '' })).body.message).toBe('Phone Regex is required.');
    await save({ phone_validation_enabled: '0', custom_phone_regex: '' });
  });

  it('TENANT-035 the profile is answered as code, message and a list of one', async () => {
    const { body } = await call(test, admin, 'GET', `get_tenant_by_id/${own}`);
    expect(body).toEqual({ code: 200, message: expect.any(String), data: [expect.objectContaining({ id: own })] });
  });
  it('TENANT-036 only role 1 can change the tenant, and only their own', async () => {
    const other = test.fixture.tenants.lakeview;
    expect((await save({}, undefined, counsellor)).code).toBe(403);
    expect((await save({}, undefined, admin, other)).code).toBe(404);
    expect((await call(test, admin, 'GET', `get_tenant_by_id/${other}`)).body).toMatchObject({ code: 404 });
    const [row] = await test.store.admin(`select name from tenant where tenant_id = '${other}'`);
    expect(row).toEqual({ name: 'Lakeview' });
  });

  it('TENANT-037 credentials are shown masked to role 1 only; a mask sent back changes nothing', async () => {
    await save({ zoho_crm_client_secret: 'a-secret-of-zoho-1234', zoho_crm_refresh_token: 'a-token-of-zoho-5678' });
    const before = await stored();
    expect(JSON.stringify(before)).not.toMatch(/of-zoho/);
    const masks = { zoho_crm_client_secret: '••••1234', zoho_crm_refresh_token: '••••5678' };
    expect(await read()).toMatchObject(masks);
    expect(Object.keys(await read(counsellor)).filter((name) => name in masks)).toEqual([]);
    await save({ ...masks, pincode: '411005' });
    expect(await stored()).toMatchObject({
      pincode: '411005',
      zoho_crm_client_secret: before['zoho_crm_client_secret'],
      zoho_crm_refresh_token: before['zoho_crm_refresh_token'],
    });
    await save({ zoho_crm_client_secret: '' });
    expect(await stored()).toMatchObject({ zoho_crm_client_secret: null });
  });

  it('the name in the sidebar changes with the short name that it was copied from', async () => {
    await edit(test, own, `update tenant set brand_name = 'Northstar' where tenant_id = '${own}'`);
    await save({ short_name: 'North' });
    expect(await read()).toMatchObject({ brand_name: 'North', short_name: 'North' });
    await save();
  });
});
