import sql from 'sql-template-tag';
import type { dialerRules } from '../../../src/schemas/automation/dialer-rules';
import { dialerRuleFault } from '../../../src/schemas/kit/dialer-rule-fault';
import { invalid, Problem, problem } from '../../../src/schemas/kit/problem';
import type { AnyRow, Draft } from '../../../src/schemas/kit/resource';
import type { Hooks } from '../../context/hooks';

interface List {
  readonly key: string;
  readonly value: string;
  readonly users: { readonly id: string; readonly name: string }[] | null;
}

/** Names of lists, of the callers they serve and of the author, for all rows in one statement. */
export const hooks: Hooks<typeof dialerRules> = {
  async beforeCreate(draft) {
    refuseFault(draft);
    return draft;
  },
  async beforeUpdate(patch) {
    refuseFault({ ...whole, ...patch });
    return patch;
  },
  // The screen's own message, and in `data` whatever the refusal is.
  refused({ code, message, errors, more }, values, operation) {
    const filled = operation === 'update' ? { ...whole, ...values } : { ...unsaid, ...values };
    const text = (code === 422 && dialerRuleFault(withJoints(filled))) || message;
    return new Problem(code, text, errors, { ...more, data: text });
  },
  listQuery: ['clgId'],
  // D-096: rules of one college are those that ask for it, and those that ask for none.
  listWhere(query) {
    const given = query.clgId;
    if (given === undefined || given === '') return undefined;
    if (!/^\d{1,15}$/.test(String(given))) throw invalid('clgId', 'College must be a number');
    const asks = sql`jsonb_path_exists("rule", '$[*].rules[*] ? (@.columnName == "clg_id")')`;
    const names = sql`jsonb_path_exists("rule", '$[*].rules[*] ? (@.columnName == "clg_id" && (@.value == $n || @.value == $t))',
      jsonb_build_object('n', to_jsonb(${Number(given)}::bigint), 't', to_jsonb(${String(given)}::text)))`;
    return sql`(not ${asks} or ${names})`;
  },
  async present(rows, { tx, session }) {
    if (!rows.length) return rows;
    const keys = [...new Set(rows.flatMap((row) => row.listIds ?? []))];
    const authors = [...new Set(rows.map((row) => row.created_by).filter((id) => typeof id === 'string'))];
    const [found] = await tx.rows<{ lists: List[]; authors: { id: string; name: string }[] }>(
      sql`select coalesce((select jsonb_agg(jsonb_build_object('key', l."key", 'value', l."value", 'users',
              (select jsonb_agg(jsonb_build_object('id', u."id", 'name', u."name") order by u."name") from "users" u
                where u."tenant_id" = l."tenant_id" and u."deleted_at" is null and l."user_ids" @> jsonb_build_array(u."id"))))
            from "dialer_lists" l where l."tenant_id" = ${session.tenantId} and l."key" = any(${keys}::text[])), '[]') as "lists",
          coalesce((select jsonb_agg(jsonb_build_object('id', "id", 'name', "name")) from "users"
            where "tenant_id" = ${session.tenantId} and "id" = any(${authors}::text[])), '[]') as "authors"`,
      'dialer-rule-names',
    );
    const lists = new Map(found!.lists.map((list) => [list.key, list]));
    const authorNames = new Map(found!.authors.map((one) => [one.id, one.name]));
    return rows.map((row) => {
      const own = (row.listIds ?? []).flatMap((key) => lists.get(key) ?? []);
      const users = [...new Map(own.flatMap((list) => list.users ?? []).map((one) => [one.id, one.name]))];
      return {
        ...row,
        listNames: own.map((list) => list.value),
        userIds: users.map(([id]) => id),
        userNames: users.map(([, name]) => name),
        createdByName: authorNames.get(row.created_by ?? '') ?? null,
        createdAt: row.created_at,
      };
    });
  },
};

/** What an update leaves unchanged if it does not mention it. */
const unsaid: Draft<typeof dialerRules> = { priority: 0, globleCondtion: 'And' };
const whole: Draft<typeof dialerRules> = {
  ...unsaid,
  name: 'x',
  triggerType: 'create',
  listIds: ['x'],
  rule: [{ condition: 'And', rules: [{ columnName: 'gender', operator: 'in', value: 'x' }] }],
};

function refuseFault(rule: Draft<typeof dialerRules>): void {
  const fault = dialerRuleFault(rule);
  if (fault) throw problem(422, fault);
}

/** Blocks as the schema's defaults fill them. */
function withJoints(rule: Readonly<AnyRow>): Readonly<AnyRow> {
  if (!Array.isArray(rule.rule)) return rule;
  const blocks = rule.rule.map((block: unknown) =>
    typeof block === 'object' && block !== null ? { condition: 'And', ...block } : block,
  );
  return { ...rule, rule: blocks };
}
