import { withRunCounts } from '../automation/rule-figures';
import type { Hooks } from '../http/context';

export const hooks: Hooks = { present: withRunCounts };
