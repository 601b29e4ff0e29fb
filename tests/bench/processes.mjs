import { readFileSync, readdirSync } from 'node:fs';

const ticks = 100;
/** CPU seconds that a process (all threads) has used so far. */
export function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}
/** database → process and its start → ticks when last seen: an ended connection keeps its CPU time */
const seen = new Map();

/**
 * CPU seconds of the database server: of the connections to one database when it is named (a busy machine has others), else of
 * all its running processes and those it has waited for. Connections that have ended count with their last seen value, so a
 * difference is never negative; frequent calls miss little.
 */
export function cpuOfPostgres(database) {
  const known = (database && seen.get(database)) || new Map();
  if (database) seen.set(database, known);
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      if (!stat.includes('(postgres)')) continue;
      // 'postgres: login database 127.0.0.1(4567) idle'; autovacuum's workers do not match
      if (database && !new RegExp(` ${database} \\S+\\(\\d+\\)`).test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) continue;
      const fields = stat.split(') ')[1].split(' ');
      const waitedFor = !database && fields[1] === '1' ? Number(fields[13]) + Number(fields[14]) : 0;
      known.set(`${pid} ${fields[19]}`, Number(fields[11]) + Number(fields[12]) + waitedFor);
    } catch {
      // The process ended while it was read.
    }
  }
  return [...known.values()].reduce((sum, one) => sum + one, 0) / ticks;
}
/** Resident size in MB. */
export function memoryOf(pid) {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}
