import type { Field } from './field';
import { failAt, instead } from './schema-fault';
import { pointers, targetsOf } from './links';
import { refOf, type AnyResource } from './resource';
import { leadRecords } from './named-resources';

/** The fields by which each resource names a lead, or a record about one; a list of leads is not a record about one of them. */
export function leadPaths(resources: readonly AnyResource[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>([[leadRecords, []]]);
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const one of resources) {
      const leads = (path: string): boolean => targetsOf(one, path).some((to) => found.has(to));
      const paths = pointers(one).filter((path) => isSingle(one, path) && leads(path));
      if (one.name !== leadRecords && paths.length) found.set(one.name, paths);
    }
  }
  found.delete(leadRecords);
  return found;
}

/** Fields that hold several references to leads or to records about them ('lead_ids'). */
export function leadLists(resource: AnyResource, about: ReadonlyMap<string, unknown>): readonly string[] {
  return Object.keys(resource.refs ?? {}).filter((path) => {
    const { to } = refOf(resource, path)!;
    return (to === leadRecords || about.has(to)) && isList(resource.fields.properties[path]);
  });
}

/**
 * People who cannot open a lead see nothing of it elsewhere (TRUST-S34): each schema file says how, or the server does not start.
 */
export function checkLeadData(resources: readonly AnyResource[], places: ReadonlyMap<AnyResource, string> = new Map()): void {
  const about = leadPaths(resources);
  const lead = resources.find((one) => one.name === leadRecords);
  for (const resource of resources) {
    const fail = failAt(places.get(resource) ?? `schema '${resource.name}'`);
    const { same = {}, apart, whose } = resource.leadData ?? {};
    const leadFields = Object.keys(lead?.fields.properties ?? {});
    for (const [field, of] of Object.entries(same))
      for (const name of [of ?? []].flat())
        if (!leadFields.includes(name))
          fail(`leadData.same.${field}`, `a lead has no field '${name}'; ${instead(name, leadFields)}`);
    const paths = about.get(resource.name);
    if (whose !== undefined && !isReason(whose))
      fail('leadData.whose', "must say whose they are; write whose: 'the college itself'");
    if (!paths) {
      const [contact] = Object.entries(resource.fields.properties).find((one) => isContact(...one)) ?? [];
      if (contact !== undefined && resource.name !== leadRecords && whose === undefined)
        fail(
          'leadData.whose',
          `is missing: '${contact}' may hold a phone number or an email of a lead; add the lead to refs, or write leadData: { whose: 'the college itself' }`,
        );
      continue;
    }
    const { scope } = resource;
    const by = !scope ? undefined : 'through' in scope ? scope.through : 'about' in scope ? scope.about : undefined;
    if (apart !== undefined && !isReason(apart)) fail('leadData.apart', "must be the reason; write apart: 'why others see it'");
    if (!apart && (by === undefined || !paths.includes(by)))
      fail(
        'scope',
        `the record is about a lead; write scope: { through: '${paths[0]}' }, or leadData: { apart: 'why others see it' }`,
      );
    const ofLead = by !== undefined && refOf(resource, by)?.to === leadRecords;
    for (const [name, field] of Object.entries(resource.fields.properties)) {
      if (Object.hasOwn(same, name) || (ofLead && leadFields.includes(name))) continue;
      if (isContact(name, field) || isAnything(field))
        fail(
          `leadData.same.${name}`,
          `is missing: it may hold a phone number or an email of the lead; write same: { ${name}: ['phone'] }, or [] where it never does`,
        );
    }
  }
}

const isReason = (text: unknown): boolean => typeof text === 'string' && text.trim() !== '';
const isList = (field: Field | undefined): boolean => [field?.type].flat().includes('array');
const isSingle = (resource: AnyResource, path: string): boolean =>
  !path.includes('.') && !isList(resource.fields.properties[path]);

/** By its format, its pattern, or its name. */
const isContact = (name: string, { type, format, pattern }: Field): boolean =>
  [type].flat().includes('string') &&
  (format === 'email' || (pattern?.includes('[0-9]{6,15}') ?? false) || /phone|mobile|email|whatsapp|wa_user/.test(name));

/** A field without a shape of its own takes whatever a form or a file sends. */
const isAnything = ({ type, properties }: Field): boolean => type === undefined || (type === 'object' && !properties);
