import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formFields, formSections } from '../../src/custom/tenant-profile/form-fields';
import { formValues, shownMoment, storedMoment } from '../../src/custom/tenant-profile/form-values';
import { resourceNamed } from '../../src/schemas/kit/all';
import { titleOf } from '../../src/schemas/kit/resource';
import { asked, edit, field, full, saveButton, sent, setUp, submit, tearDown, type, wait } from './tenant-edit-world';

vi.mock('virtual:manifest', () => import('./compiled-manifest'));
beforeEach(setUp);
afterEach(tearDown);
async function pick(name: string, label: string): Promise<void> {
  fireEvent.mouseDown(field(name));
  await wait();
  fireEvent.click([...document.querySelectorAll('.ant-select-item-option')].find((one) => one.textContent === label)!);
  await wait();
}

describe('the fields', () => {
  it.each([
    ['TENANTEDIT-001', 'Company Basic Info'],
    ['TENANTEDIT-002', 'Address & Organization'],
    ['TENANTEDIT-003', 'Zoho CRM Integration'],
    ['TENANTEDIT-004', 'Lead Nurture Settings'],
    ['TENANTEDIT-005', 'Web & Social Links'],
    ['TENANTEDIT-006', 'App Details'],
    ['TENANTEDIT-007', 'Legal, Support & Compliance'],
    ['TENANTEDIT-008', 'Status Flags'],
  ])('%s has the section %s', (_id, title) => expect(formSections.map((one) => one.title)).toContain(title));

  const inOrder =
    'name short_name description estd_year email phone support_call support_email addresstype address1 address2 country state city pincode tenant_type base_url website twitter facebook google instagram youtube privacy_policy_url terms_condition_url logo_image app_latest_version app_latest_version_code app_download_link app_size app_released_on app_required_os app_min_permission pan_number cin_number gst_number billing_address phone_validation_enabled custom_phone_regex phone_validation_error_message wp_api_enabled zoho_integration is_enable_country_constraint is_push_lead_to_zone_enabled is_teams_auth_log_webhook_enabled teams_auth_log_webhook_url is_teams_attendance_webhook_enabled teams_attendance_webhook_url is_teams_leave_webhook_enabled teams_leave_webhook_url sms_sender_ids new_lead_email_notify_templateID new_lead_email_notify_to_manager_templateID show_all_partner_clg vc_meetings_enabled is_allow_inactive_user_have_leads is_allow_automation_trigger college_ids_zoho_lead_trigger sources_ids_zoho_lead_trigger allowed_countries_for_lead_capture zoho_crm_client_id zoho_crm_client_secret zoho_crm_refresh_token'.split(
      ' ',
    );
  const tens = [
    'TENANTEDIT-020..029',
    'TENANTEDIT-030..039',
    'TENANTEDIT-040..049',
    'TENANTEDIT-050..059',
    'TENANTEDIT-060..069',
    'TENANTEDIT-070..079',
    'TENANTEDIT-080..082',
  ];
  it.each(tens.map((ids, at) => [ids, inOrder.slice(at * 10, at * 10 + 10)] as const))('%s exist: %s', async (_ids, names) => {
    await edit({ zoho_integration: 1, is_enable_country_constraint: 1, allowed_countries_for_lead_capture: ['90'] });
    fireEvent.change(screen.getByLabelText('Logo file'), {
      target: { files: [new File(['x'], 'logo.png', { type: 'image/png' })] },
    });
    for (const name of names.filter((one) => one !== 'logo_image')) {
      const label = document.querySelector(`label[for='tenant-${name}']`)?.textContent.replace(/ \*$/, '');
      expect([name, label]).toEqual([name, titleOf(resourceNamed('tenant'), name)]);
      expect(field(name), name).not.toBeNull();
    }
    await submit();
    for (const name of names) expect([...sent()!.keys()]).toContain(name);
  });
  it('sends what the form shows and nothing else', async () => {
    await edit({ zoho_integration: 1, is_enable_country_constraint: 1, allowed_countries_for_lead_capture: ['90'] });
    fireEvent.change(screen.getByLabelText('Logo file'), {
      target: { files: [new File(['x'], 'logo.png', { type: 'image/png' })] },
    });
    await submit();
    expect([...sent()!.keys()].sort()).toEqual([...inOrder].sort());
    expect([...formFields].map(({ name }) => name).sort()).toEqual([...inOrder].sort());
  });

  it('TENANTEDIT-121 TENANTEDIT-122 what is entered in a field or switched is sent under its own name', async () => {
    await edit({ allowed_countries_for_lead_capture: ['90'] });
    const flags = formFields.filter(({ kind }) => kind === 'flag').map(({ name }) => name);
    const before = formValues(resourceNamed('tenant'), full) as Record<string, unknown>;
    for (const name of flags) fireEvent.click(field(name));
    await wait(0);
    const texts =
      `short_name description address1 address2 billing_address app_size app_required_os phone_validation_error_message
      zoho_crm_client_id zoho_crm_client_secret zoho_crm_refresh_token`.split(/\s+/);
    const addresses = `twitter facebook google instagram youtube privacy_policy_url terms_condition_url app_download_link
      teams_auth_log_webhook_url teams_attendance_webhook_url teams_leave_webhook_url`.split(/\s+/);
    const entered: Record<string, string> = { custom_phone_regex: '^[6-9]' };
    for (const name of texts) entered[name] = `Words of ${name}`;
    for (const name of addresses) entered[name] = `https://site.example/${name}`;
    for (const [name, value] of Object.entries(entered)) type(name, value);
    await submit();
    for (const name of flags) entered[name] = before[name] === 1 ? '0' : '1';
    expect(Object.fromEntries(Object.keys(entered).map((name) => [name, sent()?.get(name)]))).toEqual(entered);
  });

  it('TENANTEDIT-063 TENANTEDIT-076 are labelled as the specification says', () => {
    expect(titleOf(resourceNamed('tenant'), 'is_push_lead_to_zone_enabled')).toBe('Enable Lead Push To Zone');
    expect(titleOf(resourceNamed('tenant'), 'is_allow_automation_trigger')).toBe('Allow Automation Triggers');
  });

  it('TENANTEDIT-083 is_details_complete is not a field of the form', async () => {
    await edit({ is_details_complete: true });
    expect(field('is_details_complete')).toBeNull();
    await submit();
    expect(sent()!.has('is_details_complete')).toBe(false);
  });

  it('TENANTEDIT-031 TENANTEDIT-073 TENANTEDIT-075 TENANTEDIT-085 begin with their defaults', () => {
    const values = formValues(resourceNamed('tenant'), {});
    expect(values).toMatchObject({
      country: 'India',
      show_all_partner_clg: 1,
      is_allow_inactive_user_have_leads: 1,
      tenant_type: 'consultant',
      wp_api_enabled: 0,
    });
  });

  it('TENANTEDIT-084 offers the tenant types', async () => {
    await edit();
    fireEvent.mouseDown(field('tenant_type'));
    await wait();
    expect([...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent)).toEqual([
      'Consultant',
      'College',
      'Coaching',
      'University/Institute',
      'Abroad Consultant',
    ]);
    await pick('tenant_type', 'Abroad Consultant');
    await submit();
    expect(sent()!.get('tenant_type')).toBe('abroad_consultant');
  });

  it('TENANTEDIT-015 TENANTEDIT-016 shows Tenant Default College ID and does not send it', async () => {
    await edit();
    const input = screen.getByLabelText<HTMLInputElement>('Tenant Default College ID');
    expect([input.type, input.value]).toEqual(['number', '7']);
    fireEvent.change(input, { target: { value: '9' } });
    await submit();
    expect([...sent()!.values()]).not.toContain('9');
    expect(sent()!.has('default_college_id')).toBe(false);
  });

  it('TENANTEDIT-017 the description has 5 rows', async () => {
    await edit();
    expect(field('description').getAttribute('rows')).toBe('5');
  });

  it('TENANTEDIT-012 TENANTEDIT-013 TENANTEDIT-124 a new logo is previewed and sent; otherwise no logo is', async () => {
    await edit({ logo_image: '/api/files/old.png' });
    await submit();
    expect(sent()!.has('logo_image')).toBe(false);
    cleanup();
    document.body.innerHTML = '';
    asked.length = 0;
    await edit({ logo_image: '/api/files/old.png' });
    const chooser = screen.getByLabelText<HTMLInputElement>('Logo file');
    const opened = vi.spyOn(chooser, 'click').mockImplementation(() => undefined);
    fireEvent.click(screen.getByRole('button', { name: 'Click Here to Change Logo' }));
    expect(opened).toHaveBeenCalledTimes(1);
    const logo = new File(['x'], 'logo.png', { type: 'image/png' });
    fireEvent.change(chooser, { target: { files: [logo] } });
    expect(screen.getByAltText('New logo').getAttribute('src')).toMatch(/^blob:/);
    await submit();
    expect((sent()!.get('logo_image') as File).name).toBe('logo.png');
  });

  it('TENANTEDIT-018 TENANTEDIT-019 TENANTEDIT-077 TENANTEDIT-078 the Zoho selects can be searched, and show three chosen values', async () => {
    await edit({ zoho_integration: 1 });
    const box = field('college_ids_zoho_lead_trigger');
    fireEvent.mouseDown(box);
    fireEvent.change(box, { target: { value: 'college 4' } });
    await wait();
    expect([...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent)).toEqual([
      'College 4',
    ]);
    fireEvent.change(box, { target: { value: '' } });
    for (let n = 0; n < 5; n++) await pick('college_ids_zoho_lead_trigger', `College ${n}`);
    const shown = [...box.closest('.ant-select')!.querySelectorAll('.ant-select-selection-item')].map(
      ({ textContent }) => textContent,
    );
    expect(shown).toEqual(['College 0', 'College 1', 'College 2', '+2']);
    await pick('sources_ids_zoho_lead_trigger', 'Google');
    await submit();
    expect(sent()!.get('college_ids_zoho_lead_trigger')).toBe('[0,1,2,3,4]');
    expect(sent()!.get('sources_ids_zoho_lead_trigger')).toBe('["s-1"]');
  });

  it('TENANTEDIT-018 TENANTEDIT-019 countries show three values, permissions and sender ids five, then a count', async () => {
    await edit({
      is_enable_country_constraint: 1,
      allowed_countries_for_lead_capture: ['90', '91', '92', '93', '94'],
      app_min_permission: [
        'INTERNET',
        'CAMERA',
        'CALL_PHONE',
        'VIBRATE',
        'READ_CALL_LOG',
        'RECEIVE_SMS',
        'READ_MEDIA_IMAGES',
      ].map((name) => `android.permission.${name}`),
      sms_sender_ids: Array.from({ length: 6 }, (_, n) => ({ sender_id: `SENDER${n}` })),
    });
    const chosen = (name: string): (string | null)[] =>
      [...field(name).closest('.ant-select')!.querySelectorAll('.ant-select-selection-item')].map(
        ({ textContent }) => textContent,
      );
    expect(chosen('allowed_countries_for_lead_capture')).toEqual(['India (+90)', 'Nepal (+91)', 'Bhutan (+92)', '+2']);
    expect(chosen('app_min_permission')).toEqual(['Internet', 'Camera', 'Make calls', 'Vibrate', 'Call log', '+2']);
    expect(chosen('sms_sender_ids')).toEqual(['SENDER0', 'SENDER1', 'SENDER2', 'SENDER3', 'SENDER4', '+1']);
    for (const [name, part, only] of [
      ['app_min_permission', 'precise', []],
      ['app_min_permission', 'biom', ['Biometric']],
      ['allowed_countries_for_lead_capture', 'ken', ['Kenya (+94)']],
    ] as const) {
      fireEvent.mouseDown(field(name));
      fireEvent.change(field(name), { target: { value: part } });
      await wait();
      const lists = [...document.querySelectorAll('.ant-select-dropdown')];
      const offered = [...lists.at(-1)!.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent);
      expect([part, offered]).toEqual([part, only]);
    }
  });

  it('TENANTEDIT-086 TENANTEDIT-087 CONST-037 the release date is shown 330 minutes later and saved unchanged', async () => {
    await edit();
    expect(field('app_released_on').value).toBe('Sun 1 Mar 2026 15:37');
    await submit();
    expect(sent()!.get('app_released_on')).toBe('2026-03-01T10:07:33.000Z');
    expect(storedMoment(shownMoment('2026-03-01T10:07:00.000Z'))).toBe('2026-03-01T10:07:00.000Z');
  });

  it.each(['auth_log', 'attendance', 'leave'])('TENANTEDIT-088 the %s address is enabled with its flag', async (name) => {
    await edit();
    expect(field(`teams_${name}_webhook_url`).disabled).toBe(true);
    fireEvent.click(field(`is_teams_${name}_webhook_enabled`));
    expect(field(`teams_${name}_webhook_url`).disabled).toBe(false);
  });

  it('TENANTEDIT-089 TENANTEDIT-090 Zoho fields and the country picker appear with their flags', async () => {
    await edit();
    const zoho = formFields.filter(({ shownWith }) => shownWith === 'zoho_integration').map(({ name }) => name);
    expect(zoho).toHaveLength(5);
    expect(zoho.filter((name) => field(name))).toEqual([]);
    fireEvent.click(field('zoho_integration'));
    expect(zoho.filter((name) => !field(name))).toEqual([]);
    expect(field('allowed_countries_for_lead_capture')).toBeNull();
    fireEvent.click(field('is_enable_country_constraint'));
    await pick('allowed_countries_for_lead_capture', 'Nepal (+91)');
    await submit();
    expect(sent()!.get('allowed_countries_for_lead_capture')).toBe('["91"]');
  });

  it('TENANTEDIT-092 choosing a state loads its cities', async () => {
    await edit();
    await pick('state', 'Goa');
    expect(asked.map(({ path }) => path)).toContain('get/city?state_id=15');
    expect(saveButton().disabled).toBe(true); // the new state cleared the city
    await pick('city', 'Panaji');
    expect(saveButton().disabled).toBe(false);
  });
});
