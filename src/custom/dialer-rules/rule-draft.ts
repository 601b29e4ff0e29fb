import type { ConditionRow, Joint } from '../../schemas/kit/conditions';

/** What the form holds; the server takes the fields under these names. */
export interface RuleDraft {
  readonly name: string;
  readonly triggerType: 'create' | 'update' | null;
  /** A row has its parts one after the other. */
  readonly rule: readonly { readonly condition: Joint; readonly rules: readonly Partial<ConditionRow>[] }[];
  readonly globleCondtion: Joint;
  readonly listIds: readonly string[];
  readonly priority: number | null;
  readonly status: number;
}
