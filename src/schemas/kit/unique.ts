import type { AnyResource } from './resource';

/** A unique rule in full: which fields together, what leaves a row out, and whether case and spaces make no difference. */
export interface UniqueRule {
  readonly fields: readonly string[];
  readonly unless: readonly string[];
  readonly folds: boolean;
}

export const uniqueRules = ({ unique }: Pick<AnyResource, 'unique'>): readonly UniqueRule[] =>
  (unique ?? []).map((rule) =>
    typeof rule === 'object' && 'fields' in rule
      ? { fields: rule.fields, unless: rule.unless ?? [], folds: rule.folds ?? false }
      : { fields: [rule].flat(), unless: [], folds: false },
  );
