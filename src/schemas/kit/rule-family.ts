/** Paths of `rule-engine/{variant}…`; the variant is empty, `counsellor/` or `workflow/` (D-140). */
export const ruleWires = <const V extends '' | 'counsellor/' | 'workflow/'>(variant: V) => ({
  list: `GET rule-engine/${variant}list?page_number,limit,status,search`,
  read: `GET rule-engine/${variant}get/{_id}`,
  create: `POST rule-engine/${variant}create`,
  update: `PUT rule-engine/${variant}update/{_id}`,
  status: `PUT rule-engine/${variant}status/{_id}`,
  delete: `DELETE rule-engine/${variant}delete/{_id}`,
});

export const ruleActions = <const V extends '' | 'counsellor/' | 'workflow/'>(variant: V) =>
  ({
    copy: { wire: `POST rule-engine/${variant}duplicate/{_id}`, as: 'create' },
    analytics: {
      wire: `GET rule-engine/${variant}analytics/{_id}?from,to`,
      as: 'read',
      shows: { title: 'Matches by day', empty: 'No lead matched in this period.' },
    },
    runs: {
      wire: `GET rule-engine/${variant}history/{_id}?page_number,limit`,
      as: 'read',
      shows: {
        title: 'Matched leads',
        empty: 'No lead has matched yet.',
        columns: { lead_name: 'Lead', matched_at: 'When', trigger: 'Event', actions: 'Actions', result: 'Outcome' },
      },
    },
  }) as const;

/** Run counts that the list of a rule family shows: virtual, filled from `rule-runs`. */
export const runCounts = {
  runs_today: { type: 'integer', title: 'Matches today', minimum: 0 },
  runs_30_days: { type: 'integer', title: 'Matches in 30 days', minimum: 0 },
  last_run_at: { type: 'string', title: 'Last match', format: 'date-time' },
} as const;
export const runCountNames = ['runs_today', 'runs_30_days', 'last_run_at'] as const;

export const allocationMethods = {
  round_robin: 'Round robin',
  least_loaded: 'Fewest open leads',
  percentage: 'By percentage',
  fixed: 'One person',
} as const;

/** A person's share; the check 'percentages make 100' adds them up. */
export const percentages = {
  type: 'array',
  maxItems: 500,
  items: {
    type: 'object',
    required: ['user_id', 'percent'],
    additionalProperties: false,
    properties: {
      user_id: { type: 'string', title: 'User' },
      percent: { type: 'number', minimum: 0.01, maximum: 100 },
    },
  },
} as const;
