/** A lead and its panel as the server answers them. */
export const lead = {
  id: '01JLEAD0000000000000KX72QD',
  name: 'Sai Lakshmi Venkataramanan Subramaniam',
  phone: '+919876543210',
  alternate_phone: '+919822000001',
  email: 'sai@example.com',
  created_at: '2026-11-22T05:00:00.000Z',
  is_verified: 1,
  re_enquiry_count: 2,
  score: 71,
  last_callaction_btn_message: 'Interested',
  stage_id: 's-1',
  row_version: 3,
  city: 'Pune',
};
export const panel = {
  follow_ups: [],
  tickets: [{ id: 't-1', ticket_no: 'T-1', subject: 'Phone is wrong', state: 'open' }],
  applications: null,
  payments: null,
  way: [],
  stages: [{ id: 's-1', stage_name: 'Interested', color: '#2b6cb0', outcome: 'open', status: 1, group: ['leads'] }],
  same: [
    {
      id: 'l-2',
      name: 'Sai L',
      owner_name: 'Anita',
      stage_name: null,
      created_at: '2026-11-01T05:00:00.000Z',
      reasons: ['phone'],
    },
  ],
  merges: [],
  tabs: { 'lead-owner-history': 3, 'call-history': 0 },
  custom_labels: {},
};
