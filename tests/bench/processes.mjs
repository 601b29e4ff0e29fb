import { readFileSync, readdirSync } from 'node:fs';

const ticks = 100;
/** CPU seconds a process (all threads) has used so far. */
export function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}
/**
 * CPU seconds of the database server: of the connections to one database when it is named (a busy machine has others), else of
 * all living ones and those it has waited for.
 */
export function cpuOfPostgres(database) {
  let sum = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      if (!stat.includes('(postgres)')) continue;
      // 'postgres: login database 127.0.0.1(4567) idle': connections stay until the bench ends, autovacuum's workers come and go.
      if (database && !new RegExp(` ${database} \\S+\\(\\d+\\)`).test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) continue;
      const fields = stat.split(') ')[1].split(' ');
      sum += Number(fields[11]) + Number(fields[12]);
      if (!database && fields[1] === '1') sum += Number(fields[13]) + Number(fields[14]);
    } catch {
      // The process ended while it was read.
    }
  }
  return sum / ticks;
}
/** Resident size in MB. */
export function memoryOf(pid) {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}
