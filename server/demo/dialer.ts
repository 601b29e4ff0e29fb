import sql, { empty } from 'sql-template-tag';
import type { ConditionBlock } from '../../src/schemas/kit/conditions';
import type { AnyRow } from '../../src/schemas/kit/resource';
import { json } from '../store/parameters';
import type { Tx } from '../store/store';

interface Place {
  readonly tx: Tx;
  readonly tenantId: string;
  readonly id: () => string;
  readonly put: (table: string, rows: readonly AnyRow[]) => Promise<void>;
}
const script = `Namaste, I am calling from the admissions office. You asked about a course with us; is this a good moment?
1. Which course and which city do you have in mind?
2. Which examination did you take, and when do you expect the result?
3. May I arrange a visit or a call with a counsellor?`;

/** Dialer lists with a rule and a queue, so that an agent desk has someone to call at any hour. */
export async function seedDialer(
  { tx, tenantId, id, put }: Place,
  people: readonly string[],
  west: readonly ConditionBlock[],
): Promise<void> {
  const admins = await tx.rows<{ id: string }>(
    sql`select "id" from "users" where "tenant_id" = ${tenantId} and "role" = 1 and "deleted_at" is null`,
  );
  const callers = [...people.slice(0, 3), ...admins.map((one) => one.id)];
  const [fresh, morning, second] = [id(), id(), id()];
  const common = { max_attempts: 5, daily_attempts: 3, retry_gap_min: 60, wrap_up_s: 30, status: 1, user_ids: callers };
  await put('dialer_lists', [
    {
      ...common,
      key: fresh,
      value: 'Fresh enquiries',
      description: 'No one has spoken to them yet',
      mode: 'preview',
      calling_window: null,
      script,
    },
    {
      ...common,
      key: morning,
      value: 'Morning calls',
      description: 'Western enquiries, first thing in the day',
      mode: 'progressive',
      calling_window: { from: '09:30', to: '13:00' },
      script,
    },
    {
      ...common,
      key: second,
      value: 'Second attempt',
      description: null,
      mode: 'manual',
      calling_window: null,
      script: null,
    },
  ]);
  const rule = id();
  await put('dialer_rules', [
    {
      id: rule,
      name: 'Western enquiries',
      triggerType: 'create',
      rule: west,
      globleCondtion: 'And',
      listIds: [fresh, morning],
      priority: 1,
      status: 1,
      created_by: admins[0]?.id ?? null,
    },
  ]);
  for (const [list, tried] of [
    [fresh, 0],
    [morning, 0],
    [second, 1],
  ] as const)
    await tx.run(
      sql`insert into "dialer_list_leads" ("tenant_id", "id", "list_key", "lead_id", "rule_ids", "priority", "attempts", "state")
          select ${tenantId}, upper(left(md5(${list} || t."id"), 26)), ${list}, t."id",
            case when t."west" then ${json([rule])}::jsonb else '[]'::jsonb end, case when t."west" then 1 else 0 end, ${tried}, 'queued'
          from (select "id", "state" = any(${['Maharashtra', 'Gujarat', 'Goa']}::text[]) as "west",
              row_number() over (partition by "user_id" order by "created_at" desc) as "n"
            from "leads" where "tenant_id" = ${tenantId} and "user_id" = any(${callers}::text[]) and "phone" is not null
              and not coalesce("do_not_disturb", false) and "merged_into" is null and "deleted_at" is null
              and coalesce("dial_count", 0) ${tried ? sql`> 0` : sql`= 0`}) t
          where t."n" <= 40 ${list === morning ? sql`and t."west"` : empty}`,
    );
}
