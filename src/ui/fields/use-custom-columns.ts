import { useMemo } from 'react';
import { useResource } from '../../providers/screens/use-resource';
import type { CustomKind } from '../../schemas/kit/condition-columns';
import { customKey } from '../../schemas/kit/custom-fields';
import type { Field } from '../../schemas/kit/field';
import { titleOf } from '../../schemas/kit/resource';
import { leadRecords } from '../../schemas/kit/named-resources';

/** A custom field of leads in the condition builder (D-136). */
export interface CustomColumn {
  readonly value: string;
  readonly label: string;
  readonly kind: CustomKind;
  /** Its closed set of values; without one they are typed. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

/** The tenant's custom fields of leads that a condition can use: those with one short value, or several of a set. */
export function useCustomColumns(wanted: boolean): readonly CustomColumn[] {
  const leads = useResource(wanted ? leadRecords : undefined)?.resource;
  return useMemo(() => {
    if (!leads) return [];
    return Object.entries(leads.fields.properties).flatMap(([name, field]): CustomColumn[] => {
      if (customKey(name) === undefined || leads.files?.includes(name) || (field.maxLength ?? 0) > 2048) return [];
      const choices = choicesOf(field);
      return [{ value: name, label: titleOf(leads, name), kind: kindOf(field), ...(choices ? { choices } : {}) }];
    });
  }, [leads]);
}

function kindOf({ type, format }: Field): CustomKind {
  if (type === 'number') return 'number';
  return format === 'date' || format === 'date-time' ? 'time' : 'text';
}

function choicesOf(field: Field): CustomColumn['choices'] {
  if (field.type === 'boolean')
    return [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ];
  return (field.enum ?? field.items?.enum)?.map((one) => ({ value: String(one), label: String(one) }));
}
