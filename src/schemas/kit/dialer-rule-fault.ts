import { conditionColumn } from './condition-columns';
import { conditionErrors } from './conditions';
import { isRecord, recordIn } from './is-record';
import type { AnyRow } from './resource';

/** D-093: what is wrong without a message of its own. */
export const anyFault = 'All field are required';

/** The first missing part of a dialer rule, in a fixed order and wording; null if it is complete. */
export function dialerRuleFault(rule: Readonly<AnyRow>): string | null {
  const { name, triggerType, listIds, rule: blocks, priority = 0, globleCondtion = 'And' } = rule;
  if (typeof name !== 'string' || !name.trim()) return 'Name required';
  if (!triggerType) return 'Trigger Type required';
  if (!Array.isArray(listIds) || !listIds.length) return 'Lead list required';
  if (!Array.isArray(blocks) || !blocks.length) return anyFault;
  for (const block of blocks) {
    const { condition, rules } = recordIn(block);
    if (!isJoint(condition) || !Array.isArray(rules) || !rules.length) return anyFault;
    for (const row of rules) {
      const { columnName, operator, value } = recordIn(row);
      if (!columnName) return 'Trigger Name required';
      if (conditionColumn(columnName)?.type === 'custom') return anyFault; // the dialer asks no custom fields
      if (isBlank(value)) return 'Trigger value required';
      if (!operator) return 'Trigger operator required';
    }
  }
  if (!isJoint(globleCondtion) || !isPriority(priority)) return anyFault;
  return conditionErrors(blocks).length ? anyFault : null;
}

const isJoint = (value: unknown): boolean => value === 'And' || value === 'Or';
const isPriority = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1000;
function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isRecord(value)) return !value['start'] || !value['end'];
  return value === undefined || value === null || value === '';
}
