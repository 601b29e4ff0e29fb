/** The permission codes, spelt as on the wire (D-007): exact, case-sensitive, typos included. Nothing builds a code from text. */
export const accessCodes = [
  // Route codes (catalogue section 10)
  'LEADS',
  'USERS',
  'FEEDBACK_MANAGEMENT',
  'USER_ROLES',
  'ANNOUNCEMENT_MANAGEMENT',
  'TEAMS',
  'TEAM_ROLES',
  'UPLOAD_LEAD_CSV',
  'CAF_Application_Form_Report',
  'Counsellor_Productivity_Report',
  'Call_History_Counsellor',
  'Advance_Call_History_Counsellor',
  'Collegewise_Lead_Report',
  'Counsellor_Source_Wise',
  'My_Today_Activity',
  'Counsellor_UTM_Wise',
  'Counsellor_Hourly_Activity',
  'All_Counsellor_Hourly_Activity',
  'Traffic_Analytics',
  'Lead_Frequency_Report',
  'Counsellor_Home_Dashboard',
  'PATNER_COLLEGES',
  'Ads_Management',
  'WorkfLow_Allocation_Logic',
  'OBD_Communication',
  'AI_CALL',
  'Email_Communication',
  'SMS_Communication',
  'API_DOC',
  'Setting_Configuration',
  // Menu codes without a route code
  'Automtion_Workflow',
  'Rule_Engine',
  'Counselor_Allocation_Logic',
  'Marketing_Analytics',
  'GA_Campaign_URL_Builder',
  'URL_Shortener',
  'Reconcile',
  'WhatsApp_Communication',
  'Manage_Widgets',
  'Push_Notification',
  'AI_Call',
  'Publisher',
  'Notes',
  'L2_TO_L2_RE-ASSIGNMENT',
  'Timeline',
  // Our own: email and password of colleagues, at level 3 (TRUST-S33)
  'User_Sign_In',
] as const;

export type AccessCode = (typeof accessCodes)[number];

/** Pairs of codes where the menu checks one and the route the other (D-006): granting one grants both. */
export const pairedCodes: readonly (readonly [AccessCode, AccessCode])[] = [
  ['TEAMS', 'USERS'],
  ['TEAM_ROLES', 'USER_ROLES'],
  ['AI_CALL', 'AI_Call'],
];
