import type { Profile } from './use-tenant';

/** The lines of Basic Details. An empty value is shown as '-', an empty country as India. */
export function profileFacts(tenant: Profile): readonly (readonly [label: string, text: string])[] {
  const text = (value: unknown): string => (value === null || value === undefined || value === '' ? '-' : String(value));
  return [
    ['Phone', text(tenant.phone)],
    ['Support phone', text(tenant.support_call)],
    ['Support email', text(tenant.support_email)],
    ['Address type', text(tenant.addresstype)],
    ['Address 2', text(tenant.address2)],
    ['Country', tenant.country || 'India'],
    ['State', text(tenant.state)],
    ['City', text(tenant.city)],
    ['Pincode', text(tenant.pincode)],
    ['GST', text(tenant.gst_number)],
    ['PAN', text(tenant.pan_number)],
    ['CIN', text(tenant.cin_number)],
    ['Tenant type', tenantTypes.find(({ value }) => value === tenant.tenant_type)?.label ?? text(tenant.tenant_type)],
    ['Website', text(tenant.website)],
    ['WhatsApp API', tenant.wp_api_enabled === 1 ? 'Enabled' : 'Not enabled'],
  ];
}

export const tenantTypes = [
  { value: 'consultant', label: 'Consultant' },
  { value: 'college', label: 'College' },
  { value: 'coaching', label: 'Coaching' },
  { value: 'university', label: 'University/Institute' },
  { value: 'abroad_consultant', label: 'Abroad Consultant' },
] as const;
