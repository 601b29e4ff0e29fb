import sql, { type Sql } from 'sql-template-tag';
import type { callStatuses } from '../../src/schemas/kit/message-fields';
import type { Tx } from '../store/store';

export const voiceFigures = ['total', 'answered', 'busy', 'failed', 'no_answer', 'pending', 'held', 'unknown'] as const;
export type VoiceFigures = Readonly<Record<(typeof voiceFigures)[number], number>>;

/** The figures of voice campaigns, each counted from their calls. A call that is being made is pending. `mine`: calls that count; null: all. */
export async function voiceFiguresOf(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  mine: Sql | null,
): Promise<ReadonlyMap<string, VoiceFigures>> {
  const rows: { id: string; status: (typeof callStatuses)[number]; n: number }[] = await tx.rows(
    sql`select "campaign_id" as "id", "status", count(*)::int as "n" from "voice_calls"
        where "tenant_id" = ${tenantId} and "campaign_id" = any(${[...ids]}::text[]) and "deleted_at" is null
          and ${mine ?? sql`true`} group by 1, 2`,
    mine ? undefined : 'voice-figures',
  );
  return new Map(
    ids.map((id) => {
      const mine = rows.filter((row) => row.id === id);
      const of = (...names: (typeof callStatuses)[number][]): number =>
        mine.reduce((sum, { status, n }) => (names.length === 0 || names.includes(status) ? sum + n : sum), 0);
      return [
        id,
        {
          total: of(),
          answered: of('answered'),
          busy: of('busy'),
          failed: of('failed'),
          no_answer: of('no_answer'),
          pending: of('pending', 'dialling'),
          held: of('do_not_disturb', 'opted_out', 'held'),
          unknown: of('unknown'),
        },
      ];
    }),
  );
}
