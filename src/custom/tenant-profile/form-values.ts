import type { AnyResource } from '../../schemas/kit/resource';
import { formFields, type FieldName } from './form-fields';

/** The form's values by field: texts as typed, flags 0 or 1, lists as lists, a new logo as a file; '' is empty. */
export type Values = Readonly<Partial<Record<FieldName, unknown>>>;

const listKinds = new Set(['senders', 'countries', 'colleges', 'sources', 'permissions']);
const offset = 330; // minutes between UTC and Indian time

/** Initial values: the stored value, otherwise the schema's default. */
export function formValues(resource: AnyResource, tenant: Values): Values {
  return Object.fromEntries(
    formFields.map(({ name, kind }) => [
      name,
      tenant[name] ?? resource.fields.properties[name]?.default ?? (listKinds.has(kind) ? [] : kind === 'flag' ? 0 : ''),
    ]),
  );
}

/** The values as the schema defines them: nothing for '', a number for a year, a URL with its scheme (D-105). */
export function draftOf(values: Values): Values {
  const draft: Partial<Record<FieldName, unknown>> = {};
  for (const { name, kind } of formFields) {
    const value = values[name];
    if (value === '' || value === null || value === undefined || kind === 'logo') continue;
    if (kind === 'number') draft[name] = Number.isFinite(Number(value)) ? Number(value) : value;
    else draft[name] = kind === 'url' ? withScheme(String(value)) : value;
  }
  return draft;
}

/** The multipart body of a save: flags '1' or '0', lists as JSON, the logo only if a new file was chosen. */
export function formBody(values: Values): FormData {
  const body = new FormData();
  const draft = draftOf(values);
  for (const { name, kind } of formFields) {
    if (kind === 'logo') continue;
    const value = draft[name] ?? (listKinds.has(kind) ? [] : '');
    body.append(name, kind === 'flag' ? (value ? '1' : '0') : Array.isArray(value) ? JSON.stringify(value) : String(value));
  }
  if (values.logo_image instanceof File) body.append('logo_image', values.logo_image);
  return body;
}

/** '2026-03-01T10:00:00Z' as the field shows it: 330 minutes later, 'YYYY-MM-DDTHH:mm' (D-106). */
export function shownMoment(stored: unknown): string {
  const at = typeof stored === 'string' && stored ? Date.parse(stored) : Number.NaN;
  return Number.isNaN(at) ? '' : new Date(at + offset * 60_000).toISOString().slice(0, 16);
}
export function storedMoment(shown: string): string {
  const at = shown ? Date.parse(`${shown}:00Z`) : Number.NaN;
  return Number.isNaN(at) ? '' : new Date(at - offset * 60_000).toISOString();
}

const withScheme = (address: string): string => (/^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`);
