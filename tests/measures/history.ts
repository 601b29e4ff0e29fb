import sql from 'sql-template-tag';
import { newId } from '../../server/store/ids';
import type { Store } from '../../server/store/store';
import { actor } from '../support/database';

interface CallMade {
  readonly lead: string | null;
  readonly user: string | null;
  readonly at: string;
  readonly direction?: 'inbound' | 'outbound';
  readonly outcome?: string;
  readonly talk?: number;
  readonly offered?: readonly string[];
  readonly phone?: string;
}

/** Writes what happened to a tenant's leads, each at its own time, as the product stores it. */
export class History {
  readonly stages = new Map<string, string>();
  #leads = new Map<string, { owner: string | null; phone: string; stage: string | null }>();
  constructor(
    private readonly store: Store,
    readonly tenantId: string,
  ) {}

  #run(statement: ReturnType<typeof sql>): Promise<number> {
    return this.store.transaction(actor(this.tenantId), (tx) => tx.run(statement));
  }

  async shift(start: string, end: string, users: readonly string[], weeklyOff: readonly string[] = []): Promise<void> {
    const id = newId();
    await this.#run(sql`insert into "shifts" ("tenant_id", "id", "name", "start_time", "end_time", "weekly_off")
      values (${this.tenantId}, ${id}, ${`Shift ${id}`}, ${start}, ${end}, ${JSON.stringify(weeklyOff)}::jsonb)`);
    await this.#run(
      sql`update "users" set "shift_id" = ${id} where "tenant_id" = ${this.tenantId} and "id" = any(${[...users]}::text[])`,
    );
  }

  async stage(name: string, outcome = 'open'): Promise<string> {
    const known = this.stages.get(name);
    if (known) return known;
    const id = newId();
    this.stages.set(name, id);
    const stored = `${name} ${id}`; // another history has a stage of that name
    await this.#run(sql`insert into "lead_stages" ("tenant_id", "id", "stage_name", "outcome", "sort_order")
      values (${this.tenantId}, ${id}, ${stored}, ${outcome}, ${this.stages.size})`);
    return id;
  }

  /** A new lead, or the same again. */
  async capture(at: string, again?: string, values: { source?: string; clg?: number } = {}): Promise<string> {
    const id = again ?? newId();
    const { source = null, clg = null } = values;
    if (!again) {
      const phone = `+9198${String(10_000_000 + this.#leads.size)}`;
      this.#leads.set(id, { owner: null, phone, stage: null });
      await this.#run(sql`insert into "leads" ("tenant_id", "id", "name", "phone", "created_at", "prmary_source", "last_source", "clg_id")
        values (${this.tenantId}, ${id}, ${`Lead ${this.#leads.size}`}, ${phone}, ${at}::timestamptz, ${source}, ${source}, ${clg})`);
    }
    await this.#run(sql`insert into "lead_captures" ("tenant_id", "id", "lead_id", "via", "is_re_enquiry", "source", "clg_id", "created_at")
      values (${this.tenantId}, ${newId()}, ${id}, 'api', ${again !== undefined}, ${source}, ${clg}, ${at}::timestamptz)`);
    return id;
  }

  async assign(lead: string, to: string | null, at: string): Promise<void> {
    const known = this.#leads.get(lead)!;
    await this.#run(sql`insert into "lead_owner_history" ("tenant_id", "id", "lead_id", "from_user_id", "to_user_id", "reason", "created_at")
      values (${this.tenantId}, ${newId()}, ${lead}, ${known.owner}, ${to}, 'manual', ${at}::timestamptz)`);
    known.owner = to;
    await this.#run(
      sql`update "leads" set "user_id" = ${to}, "assigned_at" = ${at}::timestamptz where "tenant_id" = ${this.tenantId} and "id" = ${lead}`,
    );
  }

  async call({ lead, user, at, direction = 'outbound', outcome, talk = 0, offered = [], phone }: CallMade): Promise<void> {
    const number = phone ?? (lead ? this.#leads.get(lead)!.phone : '+919000000001');
    const ended = outcome ?? (talk > 0 ? 'answered' : 'no_answer');
    await this.#run(sql`insert into "calls" ("tenant_id", "id", "lead_id", "user_id", "direction", "outcome", "started_at", "talk_s", "phone",
        "offered_user_ids", "state")
      values (${this.tenantId}, ${newId()}, ${lead}, ${user}, ${direction}, ${ended}, ${at}::timestamptz, ${talk}, ${number},
        ${JSON.stringify(offered)}::jsonb, 'ended')`);
  }

  async callAction({
    lead,
    user,
    at,
    stage,
    by,
  }: {
    lead: string;
    user: string;
    at: string;
    stage: string;
    by?: string;
  }): Promise<string> {
    const known = this.#leads.get(lead)!;
    const [id, stageId] = [newId(), await this.stage(stage, stage === 'Enrolled' ? 'enrolled' : 'open')];
    const stored = `${stage} ${stageId}`;
    await this.#run(sql`insert into "call_actions" ("tenant_id", "id", "lead_id", "user_id", "btn_message", "previous_btn_message", "stage_id",
        "created_at", "actor")
      values (${this.tenantId}, ${id}, ${lead}, ${user}, ${stored}, ${known.stage}, ${stageId}, ${at}::timestamptz, ${by ?? null})`);
    known.stage = stored;
    await this.#run(sql`update "leads" set "stage_id" = ${stageId}, "last_callaction_btn_message" = ${stored}
      where "tenant_id" = ${this.tenantId} and "id" = ${lead}`);
    return id;
  }

  async followUp(one: { lead: string; user: string; at: string; due: string; action?: string }): Promise<string> {
    const id = newId();
    await this.#run(sql`insert into "follow_ups" ("tenant_id", "id", "call_action_id", "lead_id", "user_id", "call_date_time", "created_date",
        "created_at", "created_by", "state")
      values (${this.tenantId}, ${id}, ${one.action ?? id}, ${one.lead}, ${one.user}, ${one.due}::timestamptz, ${one.at}::timestamptz,
        ${one.at}::timestamptz, ${one.user}, 'pending')`);
    return id;
  }

  async finish(followUp: string, user: string, at: string): Promise<void> {
    await this.#run(sql`update "follow_ups" set "state" = 'done', "done_at" = ${at}::timestamptz, "done_by" = ${user}
      where "tenant_id" = ${this.tenantId} and "id" = ${followUp} and "state" = 'pending'`);
  }

  async note(lead: string, user: string, at: string): Promise<void> {
    await this.#run(sql`insert into "notes" ("tenant_id", "id", "lead_id", "body", "created_by", "created_at")
      values (${this.tenantId}, ${newId()}, ${lead}, 'Asked for the fee', ${user}, ${at}::timestamptz)`);
  }

  async application(lead: string, at: string): Promise<void> {
    const form = newId();
    await this.#run(
      sql`insert into "forms" ("tenant_id", "id", "name", "slug") values (${this.tenantId}, ${form}, ${`Form ${form}`}, ${form})`,
    );
    await this.#run(sql`insert into "applications" ("tenant_id", "id", "form_id", "lead_id", "answers", "created_at", "submitted_at")
      values (${this.tenantId}, ${newId()}, ${form}, ${lead}, '{}'::jsonb, ${at}::timestamptz, ${at}::timestamptz)`);
  }

  async remove(lead: string, at: string): Promise<void> {
    await this.#run(
      sql`update "leads" set "deleted_at" = ${at}::timestamptz where "tenant_id" = ${this.tenantId} and "id" = ${lead}`,
    );
  }
}
