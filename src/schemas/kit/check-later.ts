import { checkField } from './check-field';
import { isRecord } from './is-record';
import { instead, type Fail } from './schema-fault';
import type { AnyResource } from './resource';

const keys = ['page', 'noted', 'fields', 'choices'];

/** Checks that what `later` names exists (or, for hidden fields and choices, does not), and that each entry says why. */
export function checkLater({ later, fields }: AnyResource, fail: Fail): void {
  if (!later) return;
  const known = Object.keys(fields.properties);
  for (const key of Object.keys(later)) if (!keys.includes(key)) fail(`later.${key}`, `is not known here; ${instead(key, keys)}`);
  if (later.page !== undefined) reason(later.page, 'later.page', fail);
  for (const [name, why] of Object.entries(later.noted ?? {})) {
    if (!known.includes(name)) fail(`later.noted.${name}`, `is not a field; ${instead(name, known)}`);
    reason(why, `later.noted.${name}`, fail);
  }
  for (const [name, waiting] of Object.entries(later.fields ?? {})) {
    if (known.includes(name)) fail(`later.fields.${name}`, 'is already a working field; write it in one of the two places');
    if (!isRecord(waiting.field)) fail(`later.fields.${name}.field`, "must hold the field; write field: { type: 'string' }");
    checkField(`later.fields.${name}.field`, waiting.field, fail);
    reason(waiting.why, `later.fields.${name}.why`, fail);
  }
  for (const [name, choices] of Object.entries(later.choices ?? {})) {
    const field = fields.properties[name];
    const on = field?.enum ?? field?.items?.enum;
    if (!on) fail(`later.choices.${name}`, 'is not a field with an enum');
    for (const [value, why] of Object.entries(choices ?? {})) {
      if (on!.includes(value))
        fail(`later.choices.${name}.${value}`, 'is already a working choice; remove it from the enum or from later');
      reason(why, `later.choices.${name}.${value}`, fail);
    }
  }
}

function reason(why: unknown, place: string, fail: Fail): void {
  if (typeof why !== 'string' || why.trim().length < 10)
    fail(place, "must say why, for example 'payments are not collected yet'");
}
