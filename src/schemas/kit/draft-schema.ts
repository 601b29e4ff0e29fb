import { namesInRows } from './derived';
import type { Field, Fields, Scalar } from './field';
import { titleOf, type AnyResource } from './resource';
import { schemaRules, writableFields } from './validation-schema';
import type { Condition, Rule, When } from './when';

/**
 * The one JSON Schema of a resource's draft: the browser's build precompiles it, the form receives it, the server validates
 * the merged record with it. Values that are null are left out first (`withoutNulls`), hidden ones pruned (`pruneHidden`).
 */
export interface DraftSchema extends Omit<Field, 'properties' | 'items'> {
  readonly properties?: Readonly<Record<string, DraftSchema>>;
  readonly items?: DraftSchema;
  readonly contains?: DraftSchema;
  readonly const?: Scalar;
  readonly not?: DraftSchema;
  readonly if?: DraftSchema;
  readonly then?: DraftSchema;
  readonly anyOf?: readonly DraftSchema[];
  readonly allOf?: readonly DraftSchema[];
}

export function validationSchema(resource: AnyResource): DraftSchema {
  const fields = writableFields(resource);
  const rules = schemaRules(resource).map((rule) => placedRule(rule, resource.fields.properties));
  return {
    type: 'object',
    additionalProperties: false,
    required: (resource.fields.required ?? []).filter((name) => fields.includes(name)),
    properties: Object.fromEntries(
      fields.map((name) => [name, { ...writableRows(resource, name), title: titleOf(resource, name) }]),
    ),
    ...(rules.length ? { allOf: rules } : {}),
  };
}

/** In the rows of a list nobody has to send what the server fills in. */
function writableRows(resource: AnyResource, name: string): Field | undefined {
  const field = resource.fields.properties[name];
  const closed = namesInRows(resource.readOnly ?? [], name);
  if (!closed.length || !field?.items?.required) return field;
  return { ...field, items: { ...field.items, required: field.items.required.filter((one) => !closed.includes(one)) } };
}

function placedRule(rule: When, fields: Fields): DraftSchema {
  if (!rule.within) return ruleSchema(rule, fields);
  const { items, properties } = fields[rule.within] ?? {};
  const inner = ruleSchema(rule, items?.properties ?? properties ?? {});
  return { properties: { [rule.within]: items ? { items: inner } : inner } };
}

function ruleSchema(rule: Rule, fields: Fields): DraftSchema {
  if ('oneOf' in rule) return { anyOf: rule.oneOf.map((name) => ({ required: [name] })) };
  if ('require' in rule) {
    const filled = rule.require.flatMap((name) => (fields[name]?.type === 'array' ? [[name, { minItems: 1 }] as const] : []));
    return { if: conditionSchema(rule.if), then: { required: rule.require, properties: Object.fromEntries(filled) } };
  }
  if ('then' in rule) {
    const { field, message: _, ...limits } = rule.then;
    return { if: conditionSchema(rule.if), then: { properties: { [field]: limits } } };
  }
  return {};
}

/** The value or one of its entries, as text: what `holds` compares. */
function holding(texts: readonly string[]): DraftSchema {
  const written = (text: string): Scalar[] =>
    text === 'true' || text === 'false' ? [text, text === 'true'] : String(Number(text)) === text ? [text, Number(text)] : [text];
  const one = { enum: texts.flatMap(written) };
  return { anyOf: [one, { type: 'array', contains: one }] };
}

function conditionSchema(condition: Condition): DraftSchema {
  if ('all' in condition) return { allOf: condition.all.map(conditionSchema) };
  if ('any' in condition) return { anyOf: condition.any.map(conditionSchema) };
  const present = { required: [condition.field] };
  if ('set' in condition) return condition.set ? present : { not: present };
  if ('has' in condition) return { ...present, properties: { [condition.field]: holding(condition.has) } };
  if ('in' in condition) return { ...present, properties: { [condition.field]: { enum: condition.in } } };
  return condition.is === null ? { not: present } : { ...present, properties: { [condition.field]: { const: condition.is } } };
}
