import { conditionColumn } from './condition-columns';
import { conditionErrors } from './conditions';

/** D-093: what is wrong without a message of its own. */
export const anyFault = 'All field are required';
type Row = Readonly<Record<string, unknown>>;

/** The first thing that a dialer rule lacks, in a fixed order and in fixed words; null when it is whole. */
export function dialerRuleFault(rule: Row): string | null {
  const { name, triggerType, listIds, rule: blocks, priority = 0, globleCondtion = 'And' } = rule;
  if (typeof name !== 'string' || !name.trim()) return 'Name required';
  if (!triggerType) return 'Trigger Type required';
  if (!Array.isArray(listIds) || !listIds.length) return 'Lead list required';
  if (!Array.isArray(blocks) || !blocks.length) return anyFault;
  for (const block of blocks as unknown[]) {
    const { condition, rules } = (block ?? {}) as Row;
    if (!isJoint(condition) || !Array.isArray(rules) || !rules.length) return anyFault;
    for (const row of rules as unknown[]) {
      const { columnName, operator, value } = (row ?? {}) as Row;
      if (!columnName) return 'Trigger Name required';
      if (conditionColumn(columnName)?.type === 'custom') return anyFault; // the dialer asks no custom fields
      if (isBlank(value)) return 'Trigger value required';
      if (!operator) return 'Trigger operator required';
    }
  }
  if (!isJoint(globleCondtion) || !Number.isInteger(priority) || (priority as number) < 0 || (priority as number) > 1000)
    return anyFault;
  return conditionErrors(blocks).length ? anyFault : null;
}

const isJoint = (value: unknown): boolean => value === 'And' || value === 'Or';
function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === 'object' && value !== null) return !(value as Row)['start'] || !(value as Row)['end'];
  return value === undefined || value === null || value === '';
}
