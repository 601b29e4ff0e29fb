import { levelOf, ruleFor, specOf, type Operation, type Rule } from '../../src/schemas/kit/access';
import { inSentence, oneInSentence } from '../../src/schemas/kit/in-sentence';
import { humanize, pluralOf, type AnyResource } from '../../src/schemas/kit/resource';
import type { Endpoint } from './endpoints';

const generic: Readonly<Record<string, (resource: AnyResource) => string>> = {
  list: (resource) => `List ${inSentence(pluralOf(resource))}`,
  read: (resource) => `Read ${oneInSentence(resource.label)}`,
  create: (resource) => `Add ${oneInSentence(resource.label)}`,
  update: (resource) => `Change ${oneInSentence(resource.label)}`,
  status: (resource) => `Activate or deactivate ${oneInSentence(resource.label)}`,
  delete: (resource) => `Delete ${oneInSentence(resource.label)}`,
  history: (resource) => `Change history of ${oneInSentence(resource.label)}`,
  dashboard: (resource) => `Dashboard of ${inSentence(pluralOf(resource))}`,
  usage: (resource) => `Where ${oneInSentence(resource.label)} is used`,
  restore: (resource) => `Restore ${oneInSentence(resource.label)}`,
  duplicate: (resource) => `Copy ${oneInSentence(resource.label)}`,
};

/** One line for a person: 'Add a college', 'Lead reassign'. */
export function wordsOf({ name, twin }: Endpoint, resource: AnyResource | undefined): string {
  const operation = name.slice(name.lastIndexOf('.') + 1);
  const spoken = operation
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase();
  const words = resource ? (generic[operation]?.(resource) ?? `${pluralOf(resource)}: ${spoken}`) : humanize(spoken);
  return twin ? `${words} (as POST)` : words;
}

/** Who may, as a sentence. */
export function accessText({ access, operation, call }: Endpoint): string {
  const spec = specOf(access);
  const rule = ruleFor(spec, operation);
  const more: string[] = [];
  if (spec.except?.length) more.push(`Never for role ${spec.except.join(', ')}.`);
  if (spec.staff && rule !== 'signed-in') more.push('For staff (type org) only.');
  if (spec.feature) more.push(`Part of the feature '${spec.feature}'.`);
  if (call?.idempotent)
    more.push(
      'If sent twice with the same client_ref, it is done once. Without one, the same request of the same user within 5 seconds counts as sent twice, and the answer is the first one with `repeated: true`: send a client_ref if you mean it twice.',
    );
  return [sentence(rule, operation), ...more].join(' ');
}

function sentence(rule: Rule, operation: Operation): string {
  if (typeof rule === 'string') return simple[rule];
  if ('roles' in rule) return `For ${rule.refused ? 'all roles except' : 'roles'} ${rule.roles.join(', ')}.`;
  return `Needs ${[rule.code].flat().join(' or ')} at level ${rule.level ?? levelOf[operation]}.`;
}
const simple: Readonly<Record<Extract<Rule, string>, string>> = {
  public: 'Without sign-in.',
  'signed-in': 'For every signed-in user.',
  'look-up': 'For every staff user.',
  org: 'For every staff user.',
  partner: 'For the sign-in of a publisher.',
  'role 1': 'For administrators.',
  nobody: 'For nobody.',
};
