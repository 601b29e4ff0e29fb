import { edit } from '../support/app';
import { automationWorld, type World } from './automation-world';

export type Row = Record<string, unknown>;
export let world: World;
export const startWorld = async () => {
  world = await automationWorld();
};
export const stopWorld = () => world.test.close();
export const setUp = async () => {
  for (const table of ['rules', 'counsellor_rules', 'workflow_rules', 'assignment_rules', 'dialer_rules'])
    await edit(world.test, world.tenant, `update "${table}" set "status" = 0`);
};
export const reasons = async (id: string): Promise<unknown[]> =>
  (await world.rows(`select "reason" from "lead_owner_history" where "lead_id" = '${id}' order by "created_at", "id"`)).map(
    (row) => row['reason'],
  );
export const tag = (name: string): Row => ({ type: 'add_tag', params: { tag: name } });
let n = 0;
export const named = (what: string): string => `${what} ${++n}`;
