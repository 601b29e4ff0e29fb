import { enrolled } from '../../src/schemas/kit/stage-rules';
import type { AccessCode } from '../../src/schemas/kit/access-codes';

/** What a tenant starts with: roles, stages, sources, streams and courses. */
export const streams: readonly string[] = (
  'Engineering; Management; Medical; Dental; Pharmacy; Nursing; Paramedical; AYUSH; Law; Commerce; Arts and Humanities; Science; ' +
  'Computer Applications; Architecture and Planning; Design; Fashion; Hotel Management; Travel and Tourism; Mass Communication; ' +
  'Animation and Multimedia; Education; Agriculture; Veterinary Sciences; Aviation; Physical Education; Vocational'
).split('; ');

/** stream | course | level | months | how many of the leads ask for it */
export const courses = `
Engineering|B.Tech Computer Science|undergraduate|48|18
Engineering|B.Tech AI and Data Science|undergraduate|48|12
Engineering|B.Tech Mechanical|undergraduate|48|5
Engineering|B.Tech Electronics|undergraduate|48|6
Engineering|B.Tech Civil|undergraduate|48|3
Engineering|Diploma Civil|diploma|36|2
Engineering|M.Tech Computer Science|postgraduate|24|2
Management|BBA|undergraduate|36|8
Management|MBA|postgraduate|24|12
Management|MBA Finance|postgraduate|24|5
Management|PGDM Marketing|postgraduate|24|4
Medical|MBBS|undergraduate|66|4
Dental|BDS|undergraduate|60|2
Pharmacy|B.Pharm|undergraduate|48|4
Nursing|B.Sc Nursing|undergraduate|48|5
Paramedical|B.Sc Radiology|undergraduate|36|2
AYUSH|BAMS|undergraduate|66|2
Law|BA LLB|undergraduate|60|4
Law|LLB|undergraduate|36|2
Commerce|B.Com Hons|undergraduate|36|6
Arts and Humanities|BA Psychology|undergraduate|36|3
Science|B.Sc Data Science|undergraduate|36|4
Science|B.Sc Biotechnology|undergraduate|36|2
Computer Applications|BCA|undergraduate|36|7
Computer Applications|MCA|postgraduate|24|4
Architecture and Planning|B.Arch|undergraduate|60|2
Design|B.Des|undergraduate|48|4
Fashion|B.Des Fashion|undergraduate|48|2
Hotel Management|BHM|undergraduate|48|3
Mass Communication|BA Journalism|undergraduate|36|2
Animation and Multimedia|B.Sc Animation|undergraduate|36|2
Education|B.Ed|undergraduate|24|3
Agriculture|B.Sc Agriculture|undergraduate|48|2
Aviation|BBA Aviation|undergraduate|36|2
`
  .trim()
  .split('\n')
  .map((line) => {
    const [stream = '', name = '', level = '', months, share] = line.split('|');
    return { stream, name, level, months: Number(months), share: Number(share) };
  });

export interface StageSeed {
  readonly name: string;
  readonly color: string;
  readonly outcome: 'open' | 'enrolled' | 'lost' | 'invalid';
  readonly group: 'leads' | 'call' | 'application';
  readonly subs: readonly string[];
  readonly subRequired?: true;
  readonly followUp?: true;
  readonly lockable?: true;
  readonly system?: true;
}
export const stages: readonly StageSeed[] = [
  {
    name: 'Not connected',
    color: '#b7791f',
    outcome: 'open',
    group: 'call',
    subs: ['Ringing', 'Switched off', 'Out of network', 'Busy'],
    subRequired: true,
    followUp: true,
  },
  {
    name: 'Call back',
    color: '#d69e2e',
    outcome: 'open',
    group: 'call',
    subs: ['With parents', 'In exam', 'Evening slot', 'Asked to call later'],
    followUp: true,
  },
  {
    name: 'Counselled',
    color: '#3182ce',
    outcome: 'open',
    group: 'leads',
    subs: ['Course explained', 'Brochure sent', 'Loan query', 'Hostel query'],
    followUp: true,
  },
  {
    name: 'Interested',
    color: '#2b6cb0',
    outcome: 'open',
    group: 'leads',
    subs: ['Campus visit', 'Scholarship', 'Fee structure', 'Comparing colleges'],
    followUp: true,
    lockable: true,
  },
  {
    name: 'Application',
    color: '#2f855a',
    outcome: 'open',
    group: 'application',
    subs: ['Form started', 'Documents pending', 'Fee due'],
    subRequired: true,
    followUp: true,
    lockable: true,
  },
  {
    name: 'Fee paid',
    color: '#276749',
    outcome: 'open',
    group: 'application',
    subs: ['Part fee', 'Full fee'],
    subRequired: true,
    lockable: true,
  },
  // D-065: seeded with sub-stages so that an enrolled lead can always be saved.
  {
    name: enrolled,
    color: '#22543d',
    outcome: 'enrolled',
    group: 'application',
    subs: ['Seat confirmed', 'Documents verified', 'Joined'],
    subRequired: true,
    lockable: true,
    system: true,
  },
  {
    name: 'Not interested',
    color: '#c53030',
    outcome: 'lost',
    group: 'leads',
    subs: ['Fees too high', 'Joined elsewhere', 'Location', 'Dropped the plan'],
    subRequired: true,
  },
  {
    name: 'Invalid',
    color: '#718096',
    outcome: 'invalid',
    group: 'leads',
    subs: ['Wrong number', 'Not a student', 'Test enquiry'],
    subRequired: true,
  },
];

export interface SourceSeed {
  readonly name: string;
  readonly channel: string;
  readonly aliases: readonly string[];
  readonly share: number;
  readonly utm?: string;
}
export const sources: readonly SourceSeed[] = [
  { name: 'Google', channel: 'paid_search', aliases: ['Google Ads', 'AdWords', 'Google search'], share: 24, utm: 'google' },
  { name: 'Facebook', channel: 'paid_social', aliases: ['Meta', 'Meta Ads', 'FB', 'Facebook Ads'], share: 14, utm: 'facebook' },
  { name: 'Instagram', channel: 'paid_social', aliases: ['Insta', 'IG'], share: 9, utm: 'instagram' },
  { name: 'Organic Search', channel: 'organic', aliases: ['SEO', 'Organic'], share: 8 },
  { name: 'Website', channel: 'website', aliases: ['Website form', 'Web form'], share: 9 },
  { name: 'Shiksha', channel: 'publisher', aliases: ['shiksha.com'], share: 11 },
  { name: 'CollegeDunia', channel: 'publisher', aliases: ['College Dunia'], share: 8 },
  { name: 'CollegeDekho', channel: 'publisher', aliases: ['College Dekho'], share: 5 },
  { name: 'JustDial', channel: 'publisher', aliases: ['Just Dial', 'JD'], share: 3 },
  { name: 'WhatsApp', channel: 'whatsapp', aliases: ['WA'], share: 4 },
  { name: 'Incoming Call', channel: 'telephony', aliases: ['Inbound call', 'IVR'], share: 2 },
  { name: 'Walk-in', channel: 'walk_in', aliases: ['Walk in', 'Walkin'], share: 2 },
  { name: 'Referral', channel: 'referral', aliases: ['Student referral'], share: 3 },
  { name: 'Education Fair', channel: 'event', aliases: ['Fair', 'Edu fair'], share: 2 },
];

type Levels = readonly (1 | 2 | 3 | 4 | 5 | 6)[];
const at = (level: Levels, ...codes: readonly AccessCode[]): { code: AccessCode; level: Levels }[] =>
  codes.map((code) => ({ code, level }));
const reports: readonly AccessCode[] = [
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
];
const channels: readonly AccessCode[] = [
  'OBD_Communication',
  'AI_CALL',
  'AI_Call',
  'Email_Communication',
  'SMS_Communication',
  'WhatsApp_Communication',
  'Push_Notification',
];
/** D-001. Role 1 needs no codes (D-005). */
export const roles: readonly { role: number; name: string; scope: string; permissions: { code: AccessCode; level: Levels }[] }[] =
  [
    { role: 1, name: 'Administrator', scope: 'tenant', permissions: [] },
    {
      role: 2,
      name: 'Manager',
      scope: 'branch',
      permissions: at(
        [1, 2, 3, 5, 6],
        'LEADS',
        'USERS',
        'TEAMS',
        ...reports,
        'UPLOAD_LEAD_CSV',
        'PATNER_COLLEGES',
        ...channels,
        'Notes',
      ),
    },
    {
      role: 3,
      name: 'Team Leader',
      scope: 'team',
      permissions: [...at([1, 2, 3, 5, 6], 'LEADS'), ...at([1, 6], ...reports), ...at([1, 2, 3, 4, 6], 'Notes')],
    },
    {
      role: 4,
      name: 'Counsellor',
      scope: 'own',
      permissions: [
        ...at([1, 2, 3, 6], 'LEADS'),
        ...at([1, 6], 'My_Today_Activity', 'Call_History_Counsellor'),
        ...at([1, 2, 6], 'WhatsApp_Communication'),
        ...at([1, 2, 3, 4, 6], 'Notes'),
      ],
    },
    {
      role: 5,
      name: 'Caller',
      scope: 'own_and_lists',
      permissions: [...at([1, 3, 6], 'LEADS'), ...at([1, 6], 'Call_History_Counsellor')],
    },
    { role: 6, name: 'Back Office', scope: 'none', permissions: at([1, 6], 'LEADS', 'CAF_Application_Form_Report') },
  ];
