import type { Field } from './field';
import { inSentence, oneInSentence } from './in-sentence';
import { linkOf } from './links';
import { refOf, titleOf, type AnyResource } from './resource';

/** What to say of a required field that is empty, by its kind: 'Name is required', 'Choose a course', 'Add at least one step'. */
export function requiredMessage(title: string, field: Field | undefined, refers = false): string {
  if ([field?.type].flat().includes('array')) {
    const verb = field?.items?.type === 'object' ? 'Add' : 'Choose';
    return `${verb} at least one ${singular(inSentence(title))}`;
  }
  return field?.enum || refers ? `Choose ${oneInSentence(title)}` : `${title} is required`;
}

/** The same for a field of a resource, whose schema file may have a message of its own. */
export const requiredMessageOf = (resource: AnyResource, name: string): string =>
  resource.messages?.[name]?.['required'] ??
  requiredMessage(titleOf(resource, name), resource.fields.properties[name], points(resource, name));

/** Whether its values are keys of other records. */
export const points = (resource: AnyResource, path: string): boolean =>
  refOf(resource, path) !== undefined || linkOf(resource, path) !== undefined;

/** 'lead lists' as 'lead list'. */
function singular(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(plural)) return plural.slice(0, -2);
  return /[^su]s$/.test(plural) ? plural.slice(0, -1) : plural;
}
