import { closeSync, openSync, renameSync, statSync, utimesSync, writeFileSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** The ways in which editors and tools write a file. */
const ways = {
  'in place': (file: string, text: string) => writeFileSync(file, text),
  /** written to another file, which then replaces it */
  renamed: (file: string, text: string) => {
    writeFileSync(`${file}~`, text);
    renameSync(`${file}~`, file);
  },
  /** the old file is moved away first: for a moment there is none */
  'behind a backup': (file: string, text: string) => {
    renameSync(file, `${file}~`);
    writeFileSync(file, text);
  },
  /** the times of the file are kept */
  'with the time of before': (file: string, text: string) => {
    const { atime, mtime } = statSync(file);
    writeFileSync(file, text);
    utimesSync(file, atime, mtime);
  },
  'in two halves': async (file: string, text: string) => {
    const open = openSync(file, 'w');
    writeSync(open, text.slice(0, text.length / 2));
    await pause(20);
    writeSync(open, text.slice(text.length / 2));
    closeSync(open);
  },
};

export interface Save {
  readonly title: string;
  readonly way: keyof typeof ways;
  readonly mistake?: 'syntax' | 'schema';
  /** Milliseconds until the next save; undefined: the next save waits until this one is visible in the page. */
  readonly next: number | undefined;
}

/** As many saves, drawn by a seed: two of seven have a mistake; its correction sometimes restores the earlier text. */
export function seededSaves(count: number, seed: number): Save[] {
  let state = seed;
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const names = Object.keys(ways) as (keyof typeof ways)[];
  let title = 'Motto 0';
  return Array.from({ length: count }, (_, at) => {
    const last = at === count - 1;
    const mistake = last
      ? undefined
      : ([undefined, 'syntax', undefined, 'schema', undefined, undefined, undefined] as const)[draw(7)];
    if (!mistake && draw(5) > 0) title = `Motto ${at + 1}`;
    const next = last || draw(3) > 0 ? undefined : draw(4) * 25;
    return { title, way: names[draw(names.length)]!, ...(mistake ? { mistake } : {}), next };
  });
}

/** The schema file with a field of that title, and with the mistake if there is one. */
export function textOf(text: string, { title, mistake }: Save): string {
  const field = text.replace('status,', `motto: { type: 'string', title: '${title}', maxLength: 80 },\n      status,`);
  if (mistake === 'schema') return field.replace("columns: ['", "columns: ['nmae', '");
  return mistake === 'syntax' ? field.replace('defineResource({', 'defineResource({{') : field;
}

export const write = (file: string, text: string, way: Save['way']): unknown => ways[way](file, text);
