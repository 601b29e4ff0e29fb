import type { Tx } from '../store/store';
import type { Chance } from './random';
import { writeRows } from './write-rows';

export interface Person {
  readonly key: string;
  readonly name: string;
  readonly role: number;
  /** Key of the team they are in. */
  readonly team?: string;
  readonly reportsTo?: string;
  /** Their share of the leads; 0: none of their own. */
  readonly leads: number;
}
export interface Team {
  readonly key: string;
  readonly name: string;
  readonly manager: string;
  readonly parent?: string;
}

export interface Staff {
  readonly people: readonly Person[];
  readonly teams: readonly Team[];
}

/** Mail addresses are `<key>@<domain>`; the six keys of the run contract come first. */
export const northstar: Staff = {
  people: [
    { key: 'admin', name: 'Anil Kapoor Mehta', role: 1, leads: 0 },
    { key: 'manager', name: 'Meenakshi Iyer', role: 2, team: 'all', leads: 0 },
    { key: 'lead', name: 'Sandeep Patil', role: 3, team: 'pune', reportsTo: 'manager', leads: 3 },
    { key: 'counsellor', name: 'Rohini Deshpande', role: 4, team: 'pune', reportsTo: 'lead', leads: 10 },
    { key: 'caller', name: 'Imran Shaikh', role: 5, team: 'pune', reportsTo: 'lead', leads: 5 },
    { key: 'backoffice', name: 'Sunita Rane', role: 6, reportsTo: 'manager', leads: 0 },
    { key: 'anita.verma', name: 'Anita Verma', role: 4, team: 'pune', reportsTo: 'lead', leads: 9 },
    { key: 'sagar.jadhav', name: 'Sagar Jadhav', role: 4, team: 'pune', reportsTo: 'lead', leads: 9 },
    { key: 'meera.das', name: 'Meera Das', role: 4, team: 'pune', reportsTo: 'lead', leads: 8 },
    { key: 'joel.fernandes', name: 'Joel Fernandes', role: 4, team: 'pune', reportsTo: 'lead', leads: 7 },
    { key: 'kavitha.reddy', name: 'Kavitha Reddy', role: 3, team: 'hyderabad', reportsTo: 'manager', leads: 3 },
    { key: 'srinivas.rao', name: 'Srinivas Rao', role: 4, team: 'hyderabad', reportsTo: 'kavitha.reddy', leads: 9 },
    { key: 'lakshmi.narayanan', name: 'Lakshmi Narayanan', role: 4, team: 'hyderabad', reportsTo: 'kavitha.reddy', leads: 9 },
    { key: 'ayesha.siddiqui', name: 'Ayesha Siddiqui', role: 4, team: 'hyderabad', reportsTo: 'kavitha.reddy', leads: 8 },
    { key: 'deepika.nair', name: 'Deepika Nair', role: 4, team: 'hyderabad', reportsTo: 'kavitha.reddy', leads: 7 },
    { key: 'vikram.rathore', name: 'Vikram Rathore', role: 5, team: 'hyderabad', reportsTo: 'kavitha.reddy', leads: 4 },
  ],
  teams: [
    { key: 'all', name: 'Admissions', manager: 'manager' },
    { key: 'pune', name: 'Pune counsellors', manager: 'lead', parent: 'all' },
    { key: 'hyderabad', name: 'Hyderabad counsellors', manager: 'kavitha.reddy', parent: 'all' },
  ],
};
export const lakeview: Staff = {
  people: [
    { key: 'admin', name: 'Farhan Qureshi', role: 1, leads: 0 },
    { key: 'counsellor', name: 'Ishita Banerjee', role: 4, team: 'office', reportsTo: 'head', leads: 10 },
    { key: 'head', name: 'Thomas Varghese', role: 3, team: 'office', reportsTo: 'admin', leads: 2 },
    { key: 'harpreet.gill', name: 'Harpreet Gill', role: 4, team: 'office', reportsTo: 'head', leads: 8 },
    { key: 'pranali.shinde', name: 'Pranali Shinde', role: 4, team: 'office', reportsTo: 'head', leads: 8 },
  ],
  teams: [{ key: 'office', name: 'Admissions office', manager: 'head' }],
};

/** Users and teams of a demo tenant; returns the user ids by key. */
export async function seedPeople(
  tx: Tx,
  tenantId: string,
  { people, teams }: Staff,
  account: { readonly domain: string; readonly passwordHash: string; readonly now: Date },
  luck: Chance,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map(people.map((person) => [person.key, luck.id(account.now.getTime())]));
  const teamIds = new Map(teams.map((team) => [team.key, luck.id(account.now.getTime())]));
  await writeRows(
    tx,
    tenantId,
    'users',
    people.map((person, i) => ({
      id: ids.get(person.key),
      name: person.name,
      email: `${person.key}@${account.domain}`,
      phone: `9000000${String(100 + i)}`,
      role: person.role,
      type: 'org',
      password: account.passwordHash,
      team_ids: person.team ? [teamIds.get(person.team)] : [],
      reports_to: person.reportsTo ? ids.get(person.reportsTo) : null,
      user_status: 0,
      wp_access: person.role === 6 ? 0 : 1,
      permissions: [],
      college_ids: [],
      languages: ['English', 'Hindi'],
      last_login_at: new Date(account.now.getTime() - 14 * 3_600_000).toISOString(),
      status: 1,
      accepts_leads: person.leads > 0,
      token_version: 0,
      employee_code: `E${String(1001 + i)}`,
    })),
  );
  const made = teams.map(({ key, name, manager, parent }) => ({
    id: teamIds.get(key),
    name,
    manager_id: ids.get(manager),
    parent_team_id: parent ? teamIds.get(parent) : null,
    college_ids: [],
    status: 1,
  }));
  await writeRows(tx, tenantId, 'teams', made);
  return ids;
}
