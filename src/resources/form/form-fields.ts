import type { FieldAt } from '../../kinds/kind';
import { kindAt } from '../../kinds/kind-of';
import { targetOf } from '../../kinds/kind-target';
import { derivedFields } from '../../schemas/kit/derived';
import type { AnyResource, AnyRow } from '../../schemas/kit/resource';
import { hiddenFields, holds, writableFields } from '../../schemas/kit/validation-schema';

export interface Section {
  readonly title: string;
  readonly help?: string | undefined;
  /** Under this tab; without one above all tabs. */
  readonly tab?: string | undefined;
  readonly fields: readonly string[];
  /** Collapsed at first: fields of no group, and those beyond the maximum that a form shows at once, each tab for itself. */
  readonly folded: boolean;
}

/** More fields that are rendered make every key stroke slow; those of a closed tab are not (form-tabs.tsx). */
export const mostMounted = 40;
/** The number of fields that a drawer holds; longer forms are pages. */
export const mostInDrawer = 12;

/**
 * The fields that a person can fill in: no read-only or system fields, no URLs of files set elsewhere, no data of unknown shape.
 */
export function formFields(resource: AnyResource): string[] {
  return writableFields(resource).filter((name) => {
    if (resource.ui?.[name]?.widget === 'hidden' || resource.states?.field === name) return false;
    const { kind, at } = kindAt(resource, name);
    return kind.fillable?.(at) ?? true;
  });
}

/** Those, and the fields that a save fills in, which the form shows locked. */
export function shownFields(resource: AnyResource): string[] {
  const own = new Set(formFields(resource));
  const derived = derivedFields(resource).filter((name) => resource.ui?.[name]?.widget !== 'hidden');
  return Object.keys(resource.fields.properties).filter((name) => own.has(name) || derived.includes(name));
}

/**
 * The form in sections: a group's fields in the order that the group names them, the others in the schema's; without hidden
 * fields and, for a new record, without fields that the role cannot set.
 */
export function sectionsOf(resource: AnyResource, record: Readonly<AnyRow>, editing = true): Section[] {
  const hidden = hiddenFields(resource, record);
  const open = (name: string): boolean => editing || !resource.locked?.includes(name);
  const own = (name: string): boolean => resource.ui?.[name]?.with === undefined;
  const all = shownFields(resource).filter((name) => !hidden.has(name) && open(name) && own(name));
  const grouped = (resource.groups ?? []).map((group) => ({
    ...group,
    fields: group.fields.filter((name) => all.includes(name)),
  }));
  const named = new Set(grouped.flatMap((group) => group.fields));
  const rest = all.filter((name) => !named.has(name));
  const required = new Set(requiredNow(resource, record));
  const must = rest.filter((name) => required.has(name));
  const mounted = new Map<string | undefined, number>();
  const sections: Section[] = [
    ...(grouped.length ? [] : [{ title: '', fields: rest, folded: false }]),
    ...(grouped.length && must.length ? [{ title: 'Needed', fields: must, folded: false }] : []),
    ...grouped.map((group) => ({
      title: group.title,
      help: group.help,
      tab: group.tab,
      fields: group.fields,
      folded: false,
    })),
    ...(grouped.length ? [{ title: 'More', fields: rest.filter((name) => !required.has(name)), folded: true }] : []),
  ];
  return sections
    .filter((section) => section.fields.length)
    .flatMap((section) => {
      const before = mounted.get(section.tab) ?? 0;
      const room = mostMounted - before;
      if (section.folded || section.fields.length <= room) {
        if (!section.folded) mounted.set(section.tab, before + section.fields.length);
        return [section];
      }
      mounted.set(section.tab, mostMounted);
      return [
        ...(room > 0 ? [{ ...section, fields: section.fields.slice(0, room) }] : []),
        { ...section, title: section.title || 'More', fields: section.fields.slice(Math.max(0, room)), folded: true },
      ];
    });
}

/** Fields that are required for the record as it is: always, or by a `when … require` that applies. */
export function requiredNow(resource: AnyResource, record: Readonly<AnyRow>): string[] {
  const by = (resource.when ?? []).flatMap((rule) =>
    'require' in rule && !rule.within && holds(rule.if, record) ? rule.require : [],
  );
  return [...(resource.fields.required ?? []), ...by];
}

/** Fields whose options or questions depend on the changed one: value and options are cleared. */
export function dependentsOf(resource: AnyResource, changed: string): string[] {
  return formFields(resource).filter((name) => {
    const at: FieldAt = kindAt(resource, name).at;
    if (resource.ui?.[name]?.questionsOf === changed) return true;
    const options = resource.options?.[name];
    if (options && 'by' in options) return options.by === changed;
    const where = targetOf(at)?.where ?? options?.where;
    return where !== undefined && Object.values(where).includes(`$${changed}`);
  });
}

/** The stored record in the form: the fields that a client can send, secrets empty, nulls absent. */
export function draftOf(resource: AnyResource, row: Readonly<AnyRow>): AnyRow {
  return Object.fromEntries(
    formFields(resource).flatMap((name) => {
      const value = row[name];
      return value === null || value === undefined || resource.secret?.includes(name) ? [] : [[name, structuredClone(value)]];
    }),
  );
}

/** Only the changed fields; a cleared field is null. Hidden fields that had a value are cleared too. */
export function changesOf(before: Readonly<AnyRow>, after: Readonly<AnyRow>): AnyRow {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries([...names].flatMap((name) => (same(before[name], after[name]) ? [] : [[name, after[name] ?? null]])));
}

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
