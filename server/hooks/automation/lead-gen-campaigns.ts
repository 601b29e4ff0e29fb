import type { leadGenCampaigns } from '../../../src/schemas/automation/lead-gen-campaigns';
import { problem } from '../../../src/schemas/kit/problem';
import type { Hooks } from '../../context/hooks';

/** A campaign starts as a draft, can run and pause, and cannot change once completed. */
const next: Readonly<Record<string, readonly string[]>> = {
  draft: ['running'],
  running: ['paused', 'completed'],
  paused: ['running', 'completed'],
  completed: [],
};

export const hooks: Hooks<typeof leadGenCampaigns> = {
  async beforeUpdate(patch, before) {
    const [from, to] = [before.state ?? 'draft', patch.state];
    if (typeof to === 'string' && to !== from && !next[from]?.includes(to))
      throw problem(409, `A campaign cannot change from ${from} to ${to}.`);
    return patch;
  },
};
