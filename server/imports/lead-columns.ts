import { leads } from '../../src/schemas/leads/leads';
import { titleOf } from '../../src/schemas/kit/resource';
import { targets } from '../leads/arrival-columns';

export type Target = (typeof targets)[number];
/** Header of the file to a lead field, `custom.<key>`, `new:<label>` (makes a custom field) or '' (left out). */
export type Mapping = Readonly<Record<string, string>>;

/** Not a field: the lead's own ID, by which a file that was exported finds its leads again. */
export const idTarget = 'id';
export const isTarget = (text: string): text is Target => targets.some((one) => one === text);
export const targetList: readonly { readonly target: string; readonly label: string }[] = [
  ...targets.map((target) => ({ target, label: titleOf(leads, target) })),
  { target: idTarget, label: 'Lead ID' },
];

const synonyms: Readonly<Partial<Record<Target, string>>> = {
  name: 'full name,student name,candidate name,lead name,applicant name,first name,middle name,last name,surname,student,contact name',
  phone:
    'mobile,mobile no,mobile number,phone no,phone number,contact,contact no,contact number,primary phone,cell,cell phone,telephone,mob',
  email: 'email,e-mail,email id,email address,mail,mail id,e-mail id,e-mail address',
  alternate_phone:
    'alternate phone,alternate mobile,alternate number,alt phone,alt mobile,secondary phone,other phone,parent mobile',
  whatsapp_number: 'whatsapp,whatsapp no,wa number',
  country_code: 'country code,dial code,isd code,calling code',
  source: 'lead source,source name,source of lead,enquiry source,lead source name',
  clg_id: 'college,college name,institute,university,preferred college,interested college',
  stream: 'stream,specialization,specialisation,branch,discipline,department,field of study',
  course: 'course,course name,program,programme,program name,interested course,course interested,preferred course',
  user_id: 'owner,lead owner,counsellor,counselor,assigned to,owner email,counsellor email,sales owner',
  state: 'state,state name,region,province',
  city: 'city,city name,town,district,location',
  pincode: 'pin,pin code,zip,zip code,postal code,postcode',
  address: 'street,street address,full address,address line 1',
  gender: 'sex',
  date_of_birth: 'dob,birth date,birthday,d o b',
  category: 'caste,caste category,reservation category',
  last_education: 'education,qualification,highest qualification,last qualification,highest education',
  year_of_admission: 'admission year,academic year,session year,passing into',
  intake: 'batch,session,term',
  priority: 'lead priority',
  do_not_disturb: 'dnd,do not call,dont call,no calls',
  publisher_id: 'publisher,publisher name,affiliate,vendor',
  utm_source: 'utm source',
  utm_medium: 'utm medium,medium',
  utm_campaign: 'utm campaign,campaign,campaign name',
  utm_term: 'utm term,keyword',
  utm_content: 'utm content,ad name',
};
/** Columns that our own error file adds behind the original ones. */
export const errorColumns = ['row', 'field', 'reason'] as const;

const byHandOnly = new Set<string>(['tags']);

const known = new Map<string, Target>();
for (const target of targets) {
  if (byHandOnly.has(target)) continue;
  for (const name of [target, titleOf(leads, target), ...(synonyms[target]?.split(',') ?? [])]) known.set(plain(name), target);
}

/**
 * The best mapping by name: lead fields, then the tenant's custom fields; '' where nothing fits. Only names are joined from
 * several columns.
 */
export function autoMapping(
  headers: readonly string[],
  customFields: readonly { readonly key: string; readonly label: string }[],
): Record<string, string> {
  const custom = new Map(
    customFields.flatMap((field) => [
      [plain(field.label), field.key],
      [plain(field.key), field.key],
    ]),
  );
  const taken = new Set<string>();
  const fullName = headers.some((header) => known.get(plain(header)) === 'name' && !partOfName(header));
  const mapping: Record<string, string> = {};
  for (const header of ownHeaders(headers)) {
    const field = known.get(plain(header));
    const key = custom.get(plain(header));
    let target: string = field ?? (key === undefined ? '' : `custom.${key}`);
    if (field === 'name' && fullName && partOfName(header)) target = '';
    if (target !== 'name' && taken.has(target)) target = '';
    if (target) taken.add(target);
    mapping[header] = target;
  }
  return mapping;
}

/** Columns that are mapped only by hand, and what they may be: a list like 'Tags' holds someone else's words. */
export function suggestedByHand(headers: readonly string[], mapping: Mapping): Record<string, string> {
  const byName = new Map<string, string>([
    ...[...byHandOnly].map((target): [string, string] => [plain(target), target]),
    ...['leadid', 'leadnumber', 'prospectusid'].map((name): [string, string] => [name, idTarget]),
  ]);
  return Object.fromEntries(
    ownHeaders(headers).flatMap((header) => {
      const target = byName.get(plain(header));
      return target && !mapping[header] && !Object.values(mapping).includes(target) ? [[header, target]] : [];
    }),
  );
}

/** The headers without those of an error file that is uploaded again. */
export function ownHeaders(headers: readonly string[]): readonly string[] {
  const last = headers.slice(-errorColumns.length).join();
  return last === errorColumns.join() ? headers.slice(0, -errorColumns.length) : headers;
}

function partOfName(header: string): boolean {
  return ['firstname', 'middlename', 'lastname', 'surname'].includes(plain(header));
}
function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
