// SPEED-R1: events a CPU second against 1,000 rules, beside the same rules asked one after another without the index.
import { createServer } from 'vite';

const vite = await createServer({
  configFile: false,
  server: { middlewareMode: true },
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
});
const { compileRules } = await vite.ssrLoadModule('/server/domain/rule-set.ts');
const { compileMatch } = await vite.ssrLoadModule('/src/schemas/kit/condition-match.ts');

const seed = Number(process.env.BENCH_SEED ?? 2026);
const ruleCount = 1000;
let state = seed;
const next = () => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0), state / 2 ** 32);
const whole = (most) => Math.floor(next() * most);
const pick = (list) => list[whole(list.length)];
const many = (prefix, count) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

/** How many values a tenant's column holds, as in the demo's season. */
const columns = {
  state: many('state', 36),
  city: many('city', 400),
  prmary_source: many('source', 30),
  utm_source: many('utm', 40),
  course: many('course', 120),
  stream: many('stream', 26),
  clg_id: Array.from({ length: 60 }, (_, i) => i + 1),
  last_callaction_btn_message: many('stage', 14),
  priority: [0, 1, 2],
  is_verified: [0, 1],
  gender: ['female', 'male', 'other'],
  year_of_admission: [2025, 2026, 2027],
};
const names = Object.keys(columns);
const asks = (columnName, operator = 'in') => ({
  columnName,
  operator,
  value: operator === 'in' ? Array.from({ length: 1 + whole(4) }, () => pick(columns[columnName])) : pick(columns[columnName]),
});
const row = () => {
  if (whole(12) === 0)
    return { columnName: 'last_callaction_call_date_time', operator: pick(['<', '>']), value: `2026-0${1 + whole(9)}-15` };
  return asks(pick(names), whole(5) > 0 ? 'in' : 'NOT IN');
};
// A rule names a source, stage, college, state or course and asks one to three things more; one in fifty joins two places by Or.
const main = ['prmary_source', 'last_callaction_btn_message', 'clg_id', 'state', 'course'];
const rules = Array.from({ length: ruleCount }, (_, i) => ({
  id: `rule${i}`,
  globleCondtion: 'And',
  rule:
    i % 50 === 0
      ? [{ condition: 'Or', rules: [asks('state'), asks('city')] }]
      : [{ condition: 'And', rules: [asks(pick(main)), ...Array.from({ length: 1 + whole(3) }, row)] }],
}));
const leads = Array.from({ length: 2000 }, () => ({
  ...Object.fromEntries(names.map((name) => [name, whole(10) === 0 ? null : pick(columns[name])])),
  last_callaction_call_date_time: whole(3) === 0 ? null : new Date(Date.UTC(2026, whole(12), 1 + whole(28))).toISOString(),
}));
const dayStart = (day) => Date.parse(`${day}T00:00:00+05:30`);

const matching = compileRules(rules, dayStart);
const each = rules.map((rule) => ({ id: rule.id, match: compileMatch(rule, dayStart) }));
const oneByOne = (lead) => each.filter((rule) => rule.match(lead)).map((rule) => rule.id);
let failures = 0;
for (const lead of leads) if (matching(lead).join() !== oneByOne(lead).join()) failures++;

/** Events a second of this process's own CPU, the best of five turns. */
function perCpuSecond(work, events) {
  let best = 0;
  let matched = 0;
  for (let turn = 0; turn < 5; turn++) {
    const before = process.cpuUsage();
    matched = 0;
    for (let i = 0; i < events; i++) matched += work(leads[i % leads.length]).length;
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, (events * 1e6) / (user + system));
  }
  return { rate: Math.round(best), matched: matched / events };
}
const started = performance.now();
const set = perCpuSecond(matching, 30_000);
const plain = perCpuSecond(oneByOne, 3_000);
console.log(`${ruleCount} rules, ${set.matched.toFixed(1)} of them match an event on average`);
console.log(`indexed closures   ${set.rate.toLocaleString('en')} events per CPU second (bar 30,000, aim 45,000)`);
console.log(`one after another  ${plain.rate.toLocaleString('en')} events per CPU second`);
if (set.rate < 30_000) failures++;
const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
console.log(
  JSON.stringify({
    name: 'bench:rules',
    inputs: { rules: ruleCount, leads: leads.length, per_cpu_second: set.rate, plain: plain.rate },
    failures,
    seed,
    seconds,
  }),
);
await vite.close();
process.exit(failures ? 1 : 0);
