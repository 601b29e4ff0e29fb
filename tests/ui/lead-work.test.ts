import { describe, expect, it } from 'vitest';
import { queueOf, waiting } from '../../src/custom/dashboard/work-queue';
import { stageSteps, type PathStage } from '../../src/custom/lead-page/stage-steps';
import { mappingProblem, wholeMapping } from '../../src/custom/lead-upload/mapping';
import type { MyDay, QueueLead } from '../../src/schemas/calls/leads';

const person = (id: string): QueueLead => ({
  lead_id: id,
  name: `Lead ${id}`,
  phone: '+919876543210',
  whatsapp_number: null,
  stage_id: null,
  stage_name: null,
  sub_stage: null,
  color: null,
  course_name: 'BBA',
  source_name: 'Shiksha',
});
const none = { today: 0, yesterday: 0 };
const day: MyDay = {
  as_of: '2026-03-12T06:12:00.000Z',
  day: '2026-03-12',
  totals: { missed: 1, overdue: 3, due_today: 1, untouched: 0, unread: 0 },
  missed_calls: [{ ...person(''), call_id: 'c1', at: '2026-03-12T06:04:00.000Z', ring_s: 18 }],
  overdue: [
    { ...person('1'), follow_up_id: 'f1', call_action_id: 'a1', call_date_time: '2026-03-11T06:00:00.000Z', note: 'Hostel' },
  ],
  due_today: [
    { ...person('2'), follow_up_id: 'f2', call_action_id: 'a2', call_date_time: '2026-03-12T08:35:00.000Z', note: null },
  ],
  untouched: [],
  unread: [],
  layout: { cards: [], from: 'product' },
  tiles: { L3: none, L5: none, C1: none, C2: none, C9: none, F2: none, F3: none, F5: none, P4: none, A2: none },
  stages: [],
  hours: [],
  days: [],
};

describe('the work queue', () => {
  it('lists what is waiting, most urgent first, and leaves out empty parts', () => {
    const parts = queueOf(day);
    expect(parts.map(({ name, total }) => [name, total])).toEqual([
      ['missed', 1],
      ['overdue', 3],
      ['due', 1],
    ]);
    expect(parts.flatMap((part) => part.rows.map((row) => [row.when, row.about, row.leadId]))).toEqual([
      ['8 min ago', 'Rang 18 s', ''],
      ['1 d late', 'Hostel', '1'],
      ['14:05', 'BBA · Shiksha', '2'],
    ]);
    expect(waiting(day)).toBe(5);
  });
});

describe('the path through the stages', () => {
  const stage = (stage_name: string, outcome: PathStage['outcome'] = 'open', group = ['leads']): PathStage => ({
    stage_name,
    outcome,
    group,
    status: 1,
  });
  const stages = [
    stage('Not connected', 'open', ['call']),
    stage('Call back', 'open', ['call']),
    stage('Counselled'),
    stage('Interested'),
    stage('Application'),
    stage('Fee paid'),
    stage('Enrolled', 'enrolled'),
    stage('Not interested', 'lost'),
  ];
  const now = new Date('2026-03-12T00:00:00Z');
  const act = (btn_message: string, created_at: string): { btn_message: string; created_at: string } => ({
    btn_message,
    created_at,
  });

  it('counts the days in each stage and shows what comes next', () => {
    const way = stageSteps(
      { created_at: '2026-03-02T00:00:00Z', now: 'Interested' },
      [
        act('Counselled', '2026-03-03T00:00:00Z'),
        act('Counselled', '2026-03-04T00:00:00Z'),
        act('Interested', '2026-03-06T00:00:00Z'),
      ],
      stages,
      now,
    );
    expect(way.map(({ name, state, days }) => [name, state, days])).toEqual([
      ['Fresh', 'past', 1],
      ['Counselled', 'past', 3],
      ['Interested', 'now', 6],
      ['Application', 'ahead', undefined],
      ['Fee paid', 'ahead', undefined],
      ['Enrolled', 'ahead', undefined],
    ]);
  });
  it('what only a call ends with is no step ahead, wherever the tenant has placed it', () => {
    const late = [
      stage('Interested'),
      stage('Not connected', 'open', ['call']),
      stage('Application'),
      stage('Invalid', 'invalid'),
    ];
    const way = stageSteps({ created_at: '2026-03-02T00:00:00Z', now: 'Interested' }, [], late, now);
    expect(way.map(({ name }) => name)).toEqual(['Fresh', 'Interested', 'Application']);
  });
  it('shows the last three stages where others come next, so that each has room for its days', () => {
    const way = stageSteps(
      { created_at: '2026-03-02T00:00:00Z', now: 'Interested' },
      ['Not connected', 'Counselled', 'Interested'].map((name, day) => act(name, `2026-03-0${day + 3}T00:00:00Z`)),
      stages,
      now,
    );
    expect(way.map(({ name }) => name)).toEqual([
      'Not connected',
      'Counselled',
      'Interested',
      'Application',
      'Fee paid',
      'Enrolled',
    ]);
  });
  it('ends with a lost lead', () => {
    const way = stageSteps(
      { created_at: '2026-03-02T00:00:00Z', now: 'Not interested' },
      [act('Not interested', '2026-03-10T00:00:00Z')],
      stages,
      now,
    );
    expect(way.map(({ name, state }) => [name, state])).toEqual([
      ['Fresh', 'past'],
      ['Not interested', 'lost'],
    ]);
  });
});

describe('the mapping of a file', () => {
  const label = (target: string): string => target;
  it('requires a phone or an email, and only one column per field', () => {
    expect(mappingProblem({ A: 'name', B: '' }, label)).toContain('phone number or the email');
    expect(mappingProblem({ A: 'phone', B: 'phone' }, label)).toContain("Two columns are mapped to 'phone'");
    expect(mappingProblem({ A: 'name', B: 'name', C: 'email' }, label)).toBeUndefined();
  });
  it('leaves unknown columns unmapped', () => {
    expect(wholeMapping(['Mobile', '', 'Zodiac'], { Mobile: 'phone' })).toEqual({ Mobile: 'phone', Zodiac: '' });
  });
});
