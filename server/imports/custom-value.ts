import type { AnyRow } from '../../src/schemas/kit/resource';
import { checkCustomValues, type CustomFieldSpec } from '../../src/schemas/kit/custom-values';
import type { DateFormat } from '../../src/schemas/kit/lead-uploads';
import { patternOf } from '../domain/patterns';
import { normalisePhone, type PhoneRules } from '../domain/phone';
import type { CellValue } from '../../src/kinds/kind';
import { booleanValue, cellValue, dateTimeValue, dateValue, numberValue } from './cell-value';

/** What reading a cell needs to know of the tenant and the file. */
export interface CellRules {
  readonly phone: PhoneRules;
  /** Day first without one. */
  readonly dates?: DateFormat | undefined;
  /** The tenant's: times of the file are local. */
  readonly zone: string;
}

/** A cell's text as a value of the field's type; whether the value is allowed is for `checkCustom`, as it is for the form. */
export function customValue(
  text: string,
  field: CustomFieldSpec,
  { phone: phones, dates = 'day_first', zone }: CellRules,
): CellValue {
  switch (field.type) {
    case 'number':
      return numberValue(text, {}, false);
    case 'date':
      return dateValue(text, dates);
    case 'datetime':
      return dateTimeValue(text, dates, zone);
    case 'checkbox':
      return booleanValue(text);
    case 'select':
      return cellValue(text, { enum: field.options ?? [] });
    case 'multiselect':
      return manyOf(text, field.options ?? []);
    case 'phone': {
      const phone = normalisePhone(text, phones);
      return phone.ok ? { value: phone.e164 } : { wrong: 'is not a valid phone number' };
    }
    case 'email':
      return { value: text.toLowerCase() };
    case 'file':
      return { wrong: 'cannot be imported' };
    default:
      return { value: text };
  }
}

/** A record's custom fields by their keys; of which type each value is, the tenant's field says. */
export type CustomValues = AnyRow;

/** The check of form and server; what a row leaves out is not asked for. `hidden` are keys whose field another value hides. */
export function checkCustom(
  fields: ReadonlyMap<string, CustomFieldSpec>,
  values: Readonly<CustomValues>,
): {
  readonly values: CustomValues;
  readonly wrong?: { readonly path: string; readonly message: string };
  readonly hidden: readonly string[];
} {
  const checked = checkCustomValues(
    [...fields.values()],
    values,
    (pattern, text) => patternOf(pattern)?.matches(text) ?? true,
    false,
  );
  const [wrong] = checked.errors;
  return {
    values: checked.values,
    hidden: Object.keys(values).filter((key) => !(key in checked.values)),
    ...(wrong ? { wrong } : {}),
  };
}

function manyOf(text: string, options: readonly string[]): CellValue {
  const values: unknown[] = [];
  for (const part of text
    .split(/[,;|]/)
    .map((one) => one.trim())
    .filter(Boolean)) {
    const read = cellValue(part, { enum: options });
    if ('wrong' in read) return { wrong: `contains '${part.slice(0, 40)}', which ${read.wrong}` };
    values.push(read.value);
  }
  return { value: [...new Set(values)] };
}
