import { withRunCounts } from '../automation/rule-figures';
import type { Hooks } from '../context/hooks';

export const hooks: Hooks = { present: withRunCounts };
