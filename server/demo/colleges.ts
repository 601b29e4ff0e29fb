import type { CollegeType } from '../../src/schemas/kit/college-types';
import { json } from '../store/parameters';
import type { Tx } from '../store/store';
import { states } from './places';

/** name | short name | city | seats | fee of an application | streams ('*': all). Made up, as are the people. */
const northstarLines = `
Sahyadri Institute of Technology|SIT Pune|Pune|480|1000|Engineering,Computer Applications,Science
Deccan School of Management|DSM|Pune|240|1500|Management,Commerce
Godavari College of Engineering|GCE Nashik|Nashik|360|800|Engineering
Vidarbha University|VU|Nagpur|900|600|*
Konkan College of Nursing|KCN|Mumbai|120|500|Nursing,Paramedical
Arabian Sea Design School|ASDS|Mumbai|90|2000|Design,Fashion,Architecture and Planning,Animation and Multimedia
Sabarmati University|SU|Ahmedabad|720|750|*
Tapi Institute of Commerce|TIC|Surat|300|500|Commerce,Management
Cauvery Institute of Science|CIS|Bengaluru|540|1200|Science,Computer Applications
Nandi Hills Business School|NHBS|Bengaluru|180|1800|Management,Aviation
Chamundi College of Law|CCL|Mysuru|120|900|Law
Marina Engineering College|MEC|Chennai|600|1000|Engineering
Kongu Institute of Pharmacy|KIP|Coimbatore|100|700|Pharmacy
Charminar Institute of Technology|CIT Hyderabad|Hyderabad|540|1000|Engineering,Computer Applications
Musi School of Data Science|MSDS|Hyderabad|120|1500|Science,Computer Applications,Engineering
Malabar Medical College|MMC|Kozhikode|150|3000|Medical,Dental,AYUSH
Periyar Institute of Hotel Management|PIHM|Kochi|80|900|Hotel Management
Hooghly College of Arts|HCA|Kolkata|420|400|Arts and Humanities,Mass Communication,Education
Mahanadi University|MU|Bhubaneswar|660|600|*
Aravalli University|AU|Jaipur|780|800|*
Ganga Valley Institute|GVI|Lucknow|480|600|*
Yamuna School of Media|YSM|New Delhi|120|1500|Mass Communication,Animation and Multimedia
Five Rivers University|FRU|Jalandhar|1200|800|*
Narmada Agricultural College|NAC|Indore|200|400|Agriculture
`;
const lakeviewLines = `
Lakeview School of Engineering|Engineering|Pune|600|1200|Engineering,Computer Applications
Lakeview School of Business|Business|Pune|300|1500|Management,Commerce
Lakeview School of Law|Law|Pune|120|1000|Law
Lakeview School of Design|Design|Pune|90|1500|Design,Fashion,Animation and Multimedia
Lakeview School of Science|Science|Pune|240|800|Science,Agriculture
`;

export interface CollegeSeed {
  readonly id: number;
  readonly name: string;
  readonly streams: readonly string[] | 'all';
}
/** Those that teach the stream; all when none does. */
export function teaching(colleges: readonly CollegeSeed[], stream: string): readonly CollegeSeed[] {
  const found = colleges.filter((college) => college.streams === 'all' || college.streams.includes(stream));
  return found.length > 0 ? found : colleges;
}

/** Ids are a tenant's own, from 10001; the counter continues behind them. */
const collegesOf = (of: 'northstar' | 'lakeview') =>
  (of === 'northstar' ? northstarLines : lakeviewLines)
    .trim()
    .split('\n')
    .map((line, i) => {
      const [name = '', short = '', city = '', seats, fee, streams = ''] = line.split('|');
      const state = states.find((one) => one.cities.some((place) => place.name === city))!;
      return {
        id: 10_001 + i,
        name,
        short,
        state,
        city: state.cities.find((place) => place.name === city)!,
        seats: Number(seats),
        fee: Number(fee),
        code: `C${101 + i}`,
        type: typeOf(name),
        since: `20${15 + (i % 10)}-0${1 + (i % 6)}-01`,
        streams: streams === '*' ? ('all' as const) : streams.split(','),
      };
    });
const typeOf = (name: string): CollegeType =>
  name.includes('University') ? 'private_university' : name.includes('School') ? 'autonomous' : 'private';
const seedOf = ({ id, name, streams }: CollegeSeed): CollegeSeed => ({ id, name, streams });
export const northstarColleges = (): CollegeSeed[] => collegesOf('northstar').map(seedOf);

export async function seedColleges(tx: Tx, tenantId: string, of: 'northstar' | 'lakeview'): Promise<CollegeSeed[]> {
  const rows = collegesOf(of);
  await tx.insertMany(
    'colleges',
    [
      'tenant_id',
      'clg_id',
      'clg_name',
      'short_name',
      'city_id',
      'state_id',
      'course_ids',
      'contact_user_ids',
      'seats',
      'application_fee',
      'status',
      'code',
      'college_type',
      'partner_since',
      'commission',
      'is_partner',
      'hostel',
      'target_leads',
    ],
    rows.map((row) => [
      tenantId,
      row.id,
      row.name,
      row.short,
      row.city.id,
      row.state.id,
      json([]),
      json([]),
      row.seats,
      row.fee,
      1,
      row.code,
      row.type,
      row.since,
      json({ type: 'percent', value: row.seats >= 300 ? 8 : 12 }),
      true,
      row.seats >= 300,
      Math.round(row.seats / 10),
    ]),
  );
  await tx.insertMany('counters', ['tenant_id', 'name', 'last'], [[tenantId, 'colleges', 10_000 + rows.length]]);
  return rows.map(seedOf);
}
