import type { counsellorRules } from '../../../src/schemas/automation/counsellor-rules';
import { withRunCounts } from '../../automation/rule-figures';
import type { Hooks } from '../../context/hooks';

export const hooks: Hooks<typeof counsellorRules> = { present: withRunCounts };
