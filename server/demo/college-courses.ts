import type { Tx } from '../store/store';
import type { CollegeSeed } from './colleges';
import { chance } from './random';
import { courses } from './reference';
import type { TenantSeed } from './seed-tenant';
import { writeRows } from './write-rows';

/** Of a whole course in rupees, by level; a college is up to a half dearer. */
const fees: Readonly<Record<string, number>> = {
  diploma: 120_000,
  undergraduate: 280_000,
  postgraduate: 420_000,
};
const dearStreams: Readonly<Record<string, number>> = {
  Medical: 4,
  Dental: 3,
  Engineering: 1.5,
  Management: 1.4,
  Design: 1.6,
  Law: 1.3,
};
/** The entrance exams that count, by stream; a postgraduate course of management has its own. */
const exams: Readonly<Record<string, readonly string[]>> = {
  Engineering: ['JEE Main', 'MHT-CET'],
  Medical: ['NEET'],
  Dental: ['NEET'],
  AYUSH: ['NEET'],
  Law: ['CLAT'],
  'Architecture and Planning': ['NATA'],
  Design: ['NID DAT', 'UCEED'],
};
const examsOf = (stream: string, level: string): readonly string[] =>
  level === 'undergraduate' ? (exams[stream] ?? []) : level === 'postgraduate' && stream === 'Management' ? ['CAT', 'CMAT'] : [];

/** The courses of each college by its streams. They have chances of their own, so that the rest of the demo stays as it is. */
export async function seedCollegeCourses(tx: Tx, seed: TenantSeed, colleges: readonly CollegeSeed[], now: number): Promise<void> {
  const luck = chance(seed.courses.size + colleges.length);
  const year = new Date(now).getUTCFullYear() + 1;
  const rows = colleges.flatMap((college) =>
    courses
      .filter(({ stream }) => college.streams === 'all' || college.streams.includes(stream))
      .map(({ name, stream, level }) => ({
        id: luck.id(now),
        clg_id: college.id,
        course_id: seed.courses.get(name)?.id,
        fee_total: Math.round(((fees[level] ?? 200_000) * (dearStreams[stream] ?? 1) * (1 + luck.next() / 2)) / 5000) * 5000,
        min_percent: luck.pick([45, 50, 55, 60]),
        exams: examsOf(stream, level),
        seats: luck.pick([30, 60, 60, 120]),
        intake: `${year}`,
        last_date: `${year}-0${luck.whole(5, 8)}-${luck.pick(['15', '30'])}`,
      })),
  );
  await writeRows(tx, seed.tenantId, 'college_courses', rows);
}
