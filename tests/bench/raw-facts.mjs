/**
 * What a measure counts, as one would write it by hand: the name of the question and its SQL by user; `$1` tenant, `$2` and `$3` the
 * range. Measures of one question are counted by one statement. Undefined: there is no SQL to compare with.
 */
export const rawOf = (measure, by) => {
  const found = questions.find(([name, dimension]) => name.test(measure) && (!dimension || dimension === by));
  return found && [found[2], found[3]];
};

const within = (at) => `${at} >= $2::timestamptz and ${at} < $3::timestamptz`;
const own = 'tenant_id = $1 and deleted_at is null';
const ofLeads = (table) =>
  `from ${table} t join leads l on l.tenant_id = t.tenant_id and l.id = t.lead_id and l.deleted_at is null
   where t.tenant_id = $1 and t.deleted_at is null`;
const by = (table, user, at, what) => `select ${user}, ${what} ${ofLeads(table)} and ${within(at)} group by rollup (${user})`;
const acts = `select user_id, lead_id, created_at as at from call_actions where ${own} and ${within('created_at')}
  union all select created_by, lead_id, created_at from follow_ups where ${own} and ${within('created_at')}
  union all select done_by, lead_id, done_at from follow_ups where ${own} and state = 'done' and ${within('done_at')}
  union all select created_by, lead_id, created_at from notes where ${own} and ${within('created_at')}
  union all select user_id, lead_id, started_at from calls where ${own} and ${within('started_at')}`;
const enrolled = `(select distinct e.lead_id from call_actions e join lead_stages s on s.tenant_id = e.tenant_id and s.id = e.stage_id
  and s.outcome = 'enrolled' where e.tenant_id = $1 and e.deleted_at is null)`;
const inRange = `from leads t where ${own} and ${within('created_at')}`;

/** Which measures, of which columns only, what they ask, and the SQL. */
const questions = [
  [
    /^A/,
    '',
    'acts',
    `select a.user_id, count(*), count(distinct lead_id) from (${acts}) a
     join leads l on l.tenant_id = $1 and l.id = a.lead_id and l.deleted_at is null group by rollup (a.user_id)`,
  ],
  [
    /^(L3|L5|L6$|T|P4c|P5$)/,
    '',
    'assignments',
    `select h.to_user_id, count(distinct h.lead_id), min(c.at), count(distinct e.lead_id) from lead_owner_history h
     join leads l on l.tenant_id = h.tenant_id and l.id = h.lead_id and l.deleted_at is null
     left join (select lead_id, user_id, min(at) as at from (${acts}) a group by 1, 2) c on c.lead_id = h.lead_id and c.user_id = h.to_user_id
     left join ${enrolled} e on e.lead_id = h.lead_id
     where h.tenant_id = $1 and h.deleted_at is null and ${within('h.created_at')} group by rollup (h.to_user_id)`,
  ],
  [/^L7/, '', 'departures', by('lead_owner_history', 't.from_user_id', 't.created_at', 'count(distinct t.lead_id)')],
  [
    /^L1w/,
    '',
    'captures of the weeks before',
    `select w, count(*) from lead_captures t, generate_series(1, 4) w where ${own}
       and t.created_at + w * interval '7 days' >= $2::timestamptz and t.created_at + w * interval '7 days' < $3::timestamptz
       and t.created_at >= $2::timestamptz - interval '29 days' and t.created_at < $3::timestamptz group by rollup (w)`,
  ],
  [
    /^(P4n|P5n)/,
    '',
    'enrolled captures',
    `select l.user_id, count(distinct e.lead_id) from lead_captures t join leads l on l.tenant_id = t.tenant_id and l.id = t.lead_id
     left join ${enrolled} e on e.lead_id = t.lead_id
     where t.tenant_id = $1 and t.deleted_at is null and l.deleted_at is null and ${within('t.created_at')} group by rollup (l.user_id)`,
  ],
  [/^(L1|L2|L8|L6n)/, '', 'captures', by('lead_captures', 'l.user_id', 't.created_at', 'count(distinct t.lead_id)')],
  [
    /^(L4|L9)/,
    '',
    'owners at the end',
    `select coalesce(h.from_user_id, l.user_id), count(*) from leads l
     left join (select distinct on (lead_id) lead_id, from_user_id from lead_owner_history
       where ${own} and created_at >= $3::timestamptz and $2::timestamptz is not null order by lead_id, created_at, id) h on h.lead_id = l.id
     where l.tenant_id = $1 and l.deleted_at is null and l.created_at < $3::timestamptz group by rollup (1)`,
  ],
  [
    /^(S2|S2o)$/,
    '',
    'leads by stage',
    `select user_id, stage_id, count(*) from leads where ${own} and ($2::timestamptz < $3::timestamptz)
     group by grouping sets ((user_id, stage_id), (user_id), (stage_id), ())`,
  ],
  [
    /^S4/,
    '',
    'days in the stage',
    `select l.user_id, percentile_cont(0.5) within group (order by extract(epoch from $3::timestamptz - coalesce(e.at, l.created_at)))
     from leads l left join (select lead_id, max(created_at) as at from call_actions
       where ${own} and btn_message is distinct from previous_btn_message group by lead_id) e on e.lead_id = l.id
     where l.tenant_id = $1 and l.deleted_at is null and l.user_id is not null and $2::timestamptz is not null group by rollup (l.user_id)`,
  ],
  [
    /^S9/,
    '',
    'days until the next stage',
    `select a.stage_id, percentile_cont(0.5) within group (order by extract(epoch from a.created_at - a.entered)) from (
       select c.*, max(c.created_at) filter (where c.btn_message is distinct from c.previous_btn_message)
         over (partition by c.lead_id order by c.created_at, c.id rows between unbounded preceding and 1 preceding) as entered
       from call_actions c where ${own} and created_at < $3::timestamptz
         and lead_id in (select lead_id from call_actions where ${own} and ${within('created_at')})) a
     where a.created_at >= $2::timestamptz group by rollup (a.stage_id)`,
  ],
  [/^(S|P4$)/, '', 'call actions', by('call_actions', 't.user_id', 't.created_at', 'count(*), count(distinct t.lead_id)')],
  [
    /^N/,
    'captures',
    'new leads by captures',
    `select last_source, n, count(*), count(*) filter (where enrolled) from (
       select last_source, e.lead_id is not null as enrolled,
         (select count(*) from lead_captures c where c.tenant_id = $1 and c.lead_id = t.id and c.deleted_at is null) as n
       from leads t left join ${enrolled} e on e.lead_id = t.id where ${own} and ${within('created_at')}) t
     group by grouping sets ((last_source, n), (last_source), (n), ())`,
  ],
  [
    /^(N6|N7)/,
    '',
    'enrolled new leads',
    `select t.stage_id, count(e.lead_id) from leads t left join ${enrolled} e on e.lead_id = t.id
     where ${own} and ${within('t.created_at')} group by rollup (t.stage_id)`,
  ],
  [
    /^N/,
    'dials',
    'new leads by dials',
    `select stage_id, last_callaction_sub_stage, dial_count, count(*) ${inRange} group by cube (stage_id, dial_count), last_callaction_sub_stage`,
  ],
  [
    /^N/,
    '',
    'new leads',
    `select stage_id, last_callaction_sub_stage, count(*), avg(dial_count), count(*) filter (where connected_count > 0),
       percentile_cont(0.5) within group (order by extract(epoch from now() - last_act_at)) ${inRange}
     group by rollup (stage_id, last_callaction_sub_stage)`,
  ],
  [/^F1$/, '', 'added follow-ups', by('follow_ups', 't.created_by', 't.created_at', 'count(*)')],
  [
    /^F6/,
    '',
    'follow-ups to come',
    `select t.user_id, count(*) ${ofLeads('follow_ups')} and t.state = 'pending' and t.call_date_time > greatest(now(), $2::timestamptz, $3::timestamptz)
     group by rollup (t.user_id)`,
  ],
  [
    /^F11/,
    '',
    'leads without a follow-up',
    `select l.user_id, count(*) from leads l join lead_stages s on s.tenant_id = l.tenant_id and s.id = l.stage_id and s.followup_required
     where l.tenant_id = $1 and l.deleted_at is null and l.user_id is not null and l.next_followup_at is null and $2::timestamptz < $3::timestamptz
       and not exists (select from follow_ups f where f.tenant_id = $1 and f.lead_id = l.id and f.state = 'pending' and f.deleted_at is null)
     group by rollup (l.user_id)`,
  ],
  [
    /^F12/,
    '',
    'follow-ups with a talk',
    `select t.user_id, count(*) filter (where exists (select from calls k where k.tenant_id = $1 and k.lead_id = t.lead_id and k.deleted_at is null
       and k.talk_s > 0 and k.started_at between t.call_date_time - interval '1 hour' and t.call_date_time + interval '1 hour'))
     ${ofLeads('follow_ups')} and ${within('t.call_date_time')} group by rollup (t.user_id)`,
  ],
  [
    /^F/,
    '',
    'due follow-ups',
    by(
      'follow_ups',
      't.user_id',
      't.call_date_time',
      `count(*), count(*) filter (where t.state = 'done'), avg(extract(epoch from t.done_at - t.call_date_time)), min(t.call_date_time)`,
    ),
  ],
  [
    /^(C5|C6)/,
    '',
    'missed calls',
    `select t.user_id, count(*) ${ofLeads('calls')} and t.direction = 'inbound' and t.outcome = 'missed' and ${within('t.started_at')}
     group by rollup (t.user_id)`,
  ],
  [
    /^C15/,
    '',
    'gaps between calls',
    `select user_id, max(gap) from (select user_id, started_at - lag(coalesce(ended_at, started_at)) over (partition by user_id, started_at::date
       order by started_at) as gap from calls where ${own} and ${within('started_at')}) t group by rollup (user_id)`,
  ],
  [
    /^C/,
    '',
    'calls',
    by(
      'calls',
      't.user_id',
      't.started_at',
      'count(*), count(*) filter (where t.talk_s > 0), sum(t.talk_s), count(distinct t.lead_id)',
    ),
  ],
];
