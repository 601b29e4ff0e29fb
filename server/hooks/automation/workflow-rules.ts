import type { workflowRules } from '../../../src/schemas/automation/workflow-rules';
import { withRunCounts } from '../../automation/rule-figures';
import type { Hooks } from '../../context/hooks';

export const hooks: Hooks<typeof workflowRules> = { present: withRunCounts };
