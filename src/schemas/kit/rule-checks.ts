import { conditionErrors } from './conditions';
import type { Check } from './check';
import { recordIn, recordsIn } from './is-record';
import type { FieldError } from './problem';

const one = (path: string, message: string): FieldError[] => [{ path, message }];

/** The fields of a record that contain conditions on leads. */
export const conditionFields = ['rule', 'entry_rule', 'exit_rule'] as const;

/** The rules of automation that need no other row. */
export const ruleChecks: Readonly<Record<string, Check>> = {
  'known conditions': (record) =>
    conditionFields.flatMap((name) =>
      record[name] === undefined || record[name] === null ? [] : conditionErrors(record[name], name),
    ),
  'percentages make 100': (record) => {
    if (record['method'] !== 'percentage') return [];
    const shares = recordsIn(record['percentages']);
    const users = shares.map((share) => share['user_id']);
    if (new Set(users).size < users.length) return one('percentages', 'Percentages list a user twice');
    const chosen = Array.isArray(record['user_ids']) ? record['user_ids'] : [];
    const stranger = chosen.length ? users.findIndex((user) => !chosen.includes(user)) : -1;
    if (stranger >= 0) return one(`percentages.${stranger}.user_id`, 'Percentages list someone who is not one of the users');
    const sum = shares.reduce((total, share) => total + Number(share['percent'] ?? 0), 0);
    return Math.abs(sum - 100) < 0.005 ? [] : one('percentages', `Percentages must add up to 100 (now ${round(sum)})`);
  },
  'one user when fixed': (record) => {
    const users = Array.isArray(record['user_ids']) ? record['user_ids'] : [];
    return record['method'] === 'fixed' && users.length !== 1
      ? one('user_ids', 'Choose exactly one person to receive all leads')
      : [];
  },
  'users or team': (record) => {
    const users = Array.isArray(record['user_ids']) ? record['user_ids'] : [];
    const team = record['team_id'] !== undefined && record['team_id'] !== null;
    if (users.length > 0 === team && record['method'] !== 'fixed')
      return one(team ? 'team_id' : 'user_ids', 'Choose either users or a team');
    return team && record['method'] === 'fixed' ? one('team_id', 'Choose one user, not a team, to receive all leads') : [];
  },
  'known rule actions': (record) =>
    recordsIn(record['actions']).flatMap((action, i) => {
      const params = recordIn(action['params']);
      const missing = (needed[String(action['type'])] ?? []).find((name) => params[name] === undefined || params[name] === '');
      return missing
        ? one(`actions.${i}.params`, `What happens, row ${i + 1}: ${String(action['type'])} needs '${missing}'`)
        : [];
    }),
  'cron text': (record) => {
    const { schedule } = record;
    if (typeof schedule !== 'string' || schedule === '') return [];
    return isCron(schedule) ? [] : one('schedule', 'Schedule must be minute, hour, day, month and weekday, such as 0 9 * * 1-6');
  },
  'steps lead somewhere': (record) => {
    const steps = recordsIn(record['steps']);
    const ids = steps.map((step) => step['id']);
    const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at);
    if (twice >= 0) return one(`steps.${twice}.id`, `Steps, row ${twice + 1}: '${String(ids[twice])}' appears twice`);
    const lost = steps.findIndex((step) => step['next'] !== undefined && step['next'] !== null && !ids.includes(step['next']));
    return lost >= 0
      ? one(`steps.${lost}.next`, `Steps, row ${lost + 1}: there is no step '${String(steps[lost]!['next'])}'`)
      : [];
  },
};

/** What an action requires. */
const needed: Readonly<Record<string, readonly string[]>> = {
  change_stage: ['stage_id'],
  add_tag: ['tag'],
  create_followup: ['in_minutes'],
  webhook: ['url'],
};

const limits = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;
/** Five parts of *, numbers, a-b, lists and steps. */
export function isCron(text: string): boolean {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 5) return false;
  return parts.every((part, i) =>
    part.split(',').every((piece) => {
      const match = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(piece);
      if (!match) return false;
      const [low, high] = limits[i]!;
      const [from, to] = [match[1], match[2]].map((number) => (number === undefined ? undefined : Number(number)));
      if (match[3] !== undefined && Number(match[3]) === 0) return false;
      return (from === undefined || (from >= low && from <= high)) && (to === undefined || (to <= high && to >= from!));
    }),
  );
}

const round = (sum: number): number => Math.round(sum * 100) / 100;
