import type { rules } from '../../../src/schemas/automation/rules';
import { withRunCounts } from '../../automation/rule-figures';
import type { Hooks } from '../../context/hooks';

export const hooks: Hooks<typeof rules> = { present: withRunCounts };
