import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { JourneyLine } from '../../src/custom/lead-page/journey-entry';
import { journeyTypes, type JourneyEntry } from '../../src/schemas/kit/lead-journey';
import { activityText } from '../../src/ui/leads/call-action/recent-activity';

afterEach(cleanup);

type Rest<K extends JourneyEntry['kind']> = Omit<Extract<JourneyEntry, { readonly kind: K }>, 'id' | 'at' | 'user_id' | 'kind'>;
const base = { id: '1', at: '2026-03-10T08:00:00.000Z', user_id: null };
const labels = new Map([['hostel_needed', 'Hostel needed']]);
function line(entry: JourneyEntry): { what: string; box: string | undefined } {
  const { container } = render(<JourneyLine entry={entry} labels={labels} />);
  const what = container.querySelector('.lp-what')!.textContent;
  const box = container.querySelector('.lp-box')?.textContent;
  cleanup();
  return { what, box };
}
const owner = (entry: Partial<Rest<'owner_change'>>): ReturnType<typeof line> =>
  line({
    ...base,
    kind: 'owner_change',
    user_name: 'Anil Rao',
    from_user_id: null,
    from_user_name: null,
    to_user_id: 'u2',
    to_user_name: 'Rohini Deshpande',
    reason: 'manual',
    ...entry,
  });
const changed = (...changes: Rest<'field_change'>['changes']): string =>
  line({
    ...base,
    kind: 'field_change',
    user_name: 'Anil Rao',
    reason: null,
    changes,
    labels: { old: {}, new: { course: 'B.Tech' } },
  }).what;

describe('the history of a lead', () => {
  it('an owner change names the new owner and who assigned the lead: a person, a rule or the system', () => {
    expect(owner({}).what).toBe('Assigned to Rohini Deshpande by Anil Rao');
    expect(owner({ user_name: "Rule 'West round robin'", reason: 'assignment_rule' }).what).toBe(
      "Assigned to Rohini Deshpande by rule 'West round robin'",
    );
    expect(owner({ user_name: null, reason: 'import', from_user_name: 'Meera' }).what).toBe(
      'Assigned to Rohini Deshpande by the system · previously Meera · by import',
    );
    expect(owner({ to_user_name: null }).what).toBe('Owner removed by Anil Rao');
    expect(owner({ reason: 'Speaks_Marathi' })).toEqual({
      what: 'Assigned to Rohini Deshpande by Anil Rao',
      box: 'Speaks_Marathi',
    });
  });

  it('a field change says what was set, changed or cleared; custom fields by their titles', () => {
    expect(changed({ field: 'custom', old: null, new: { hostel_needed: 'Yes' } })).toBe('Anil Rao set Hostel needed to “Yes”');
    expect(changed({ field: 'city', old: 'Pune', new: 'Goa' })).toBe('Anil Rao changed City Pune → Goa');
    expect(changed({ field: 'city', old: 'Pune', new: null })).toBe('Anil Rao cleared City: Pune');
    const custom = { field: 'custom', old: { hostel_needed: 'No', budget: 5 }, new: { hostel_needed: true, budget: 5 } };
    expect(changed(custom, { field: 'city', old: '', new: 'Goa' })).toBe(
      'Anil Rao changed Hostel needed No → Yes; set City to “Goa”',
    );
  });

  it('a changed value is in the words of its field: choices, dates, phone numbers, the names of references', () => {
    expect(
      changed(
        { field: 'priority', old: 0, new: 2 },
        { field: 'gender', old: null, new: 'male' },
        { field: 'date_of_birth', old: null, new: '2008-03-02' },
        { field: 'alternate_phone', old: null, new: '+919822000001' },
        { field: 'course', old: null, new: '01JCOURSE' },
        { field: 'custom', old: null, new: { visits_on: '2026-12-01' } },
      ),
    ).toBe(
      'Anil Rao changed Priority Low → High; set Gender to “Male”; set Date of birth to “2 Mar 2008”; ' +
        'set Alternate phone to “98220 00001”; set Course to “B.Tech”; set Visits on to “1 Dec 2026”',
    );
  });

  it('a completed follow-up says how it went', () => {
    const done: JourneyEntry = {
      ...base,
      kind: 'follow_up_done',
      user_name: 'Anil Rao',
      call_action_id: 'ca-1',
      call_date_time: '2026-03-10T07:00:00.000Z',
      note: null,
      done_source: 'followup_list',
      done_reason: 'No answer: rings tomorrow',
    };
    expect(line(done).box).toBe('No answer: rings tomorrow');
    expect(line({ ...done, done_reason: null }).box).toBeUndefined();
  });

  it('a call says how it ended or how long it was', () => {
    const called = (outcome: string, talk_s: number): string =>
      line({
        ...base,
        kind: 'call',
        user_name: 'Anil Rao',
        direction: 'outbound',
        phone: null,
        outcome,
        talk_s,
        duration_s: 90,
        note: null,
        recording_url: null,
      }).what;
    expect(called('unreachable', 0)).toBe('Anil Rao called, not reachable');
    expect(called('answered', 59.8)).toBe('Anil Rao called, connected · 1 min 0 s');
  });
});

const kinds = Object.values(journeyTypes).flat();
const names =
  'via source_name clg_name utm_campaign btn_message previous_btn_message sub_stage message call_date_time note for_user_name direction outcome talk_s type text subject status error body visibility application_no form_name old state amount currency method document_name remark starts_at with_name relation reason to_user_name from_user_name'.split(
    ' ',
  );
it.each(kinds)('TRUST-S4 %s is a line, also where a rule hides or masks everything that it says', (kind) => {
  for (const value of [null, '***', '2***']) {
    const hidden = Object.fromEntries(names.map((name) => [name, value]));
    const entry = {
      ...base,
      user_name: 'Anil Rao',
      kind,
      channel: 'sms',
      files: [],
      changes: [],
      ...hidden,
    } as unknown as JourneyEntry;
    expect(line(entry).what).not.toMatch(/null|undefined|Invalid|NaN/);
    expect(activityText(entry)).not.toMatch(/null|undefined|Invalid|NaN/);
  }
});
