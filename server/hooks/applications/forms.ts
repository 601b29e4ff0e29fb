import type { forms } from '../../../src/schemas/applications/forms';
import { isFormSchema, wrongAnswers } from '../../applications/answers';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import sql from 'sql-template-tag';
import type { Hooks } from '../../context/hooks';

export const hooks: Hooks<typeof forms> = {
  async beforeCreate(draft) {
    refuseUnusable(draft.schema);
    return { ...draft, version: 1 };
  },
  /** The questions of a form make its version. */
  async beforeUpdate(patch, before, { tx, session }) {
    if ('kind' in patch) {
      const used = await tx.row(sql`
        select 1 from "applications" where "tenant_id" = ${session.tenantId} and "form_id" = ${before.id} and "deleted_at" is null limit 1`);
      if (used) throw problem(409, 'The kind of a form with applications cannot be changed.');
    }
    if (!('schema' in patch)) return patch;
    refuseUnusable(patch.schema);
    return { ...patch, version: (before.version ?? 1) + 1 };
  },
};

/** The closed subset is checked already; what is left is whether it compiles. */
export function refuseUnusable(schema: unknown): void {
  try {
    if (isFormSchema(schema)) return void wrongAnswers(schema, {}, false);
  } catch {
    // said below
  }
  throw invalid('schema', 'Questions are not a valid schema');
}
