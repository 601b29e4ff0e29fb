/** The columns of a real company's export, as it names them. */
const columns =
  'Full Name,Mobile,Email,Prospect ID,Lead Number,Lead Origin,Lead Source,Do Not Email,Do Not Call,Converted,TotalVisits,' +
  'Total Time Spent on Website,Page Views Per Visit,Last Activity,Country,Specialization,What is your current occupation,Search,Tags,' +
  'Lead Quality,Lead Profile,City,Asymmetrique Activity Index,Asymmetrique Activity Score,I agree to pay the amount through cheque,' +
  'Last Notable Activity';
const pick = <T>(from: readonly T[], at: number): T => from[at % from.length]!;
const first = ['Pooja', 'Ritu', 'Kabir', 'Meghna', 'Irfan', 'Lavanya', 'Gurpreet', 'Oindrila', 'Tenzin', 'Farah'];
const surnames = ['Choudhary', 'Shah', 'Nair', 'Bhosale', 'Kaur', 'Iyer', 'Das'];
const sources = ['Olark Chat', 'Organic Search', 'Direct Traffic', 'Google', 'google', 'Reference', ''];

export interface FloorLead {
  readonly name: string;
  readonly phone: string;
}
/** People with numbers that the sandbox's other side answers; `family` is part of each name, so that a search finds these alone. */
export const floorLeads = (count: number, family: string, from: number): FloorLead[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `${pick(first, at)} ${pick(surnames, at)} ${family}${String(at).padStart(3, '0')}`,
    phone: String(9_820_100_000 + (from + at) * 10),
  }));

/** Rows as the export has them: empty cells, 'Select' where nobody chose, sources in two spellings. */
export function csvOfFloor(leads: readonly FloorLead[]): Buffer {
  const rows = leads.map(({ name, phone }, at) => {
    const person = `${name},${phone},person${phone}@example.com,7927b2df-8bba-${phone},${600_000 + at},API`;
    const visits = `${pick(sources, at)},No,No,0,${at % 9},${(at * 37) % 900},2.5`;
    const last = `${pick(['Email Opened', 'Page Visited on Website', ''], at)},India`;
    const wishes = `${pick(['Select', 'Finance Management', ''], at)},${pick(['Unemployed', 'Student', ''], at)},No`;
    const marks = `${pick(['Ringing', ''], at)},${pick(['Low in Relevance', ''], at)},Select`;
    return `${person},${visits},${last},${wishes},${marks},${pick(['Mumbai', 'Select', 'Thane & Outskirts'], at)},02.Medium,15,No,Modified`;
  });
  return Buffer.from(['\uFEFF' + columns, ...rows].join('\r\n'));
}
