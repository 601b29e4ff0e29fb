import { writeFileSync } from 'node:fs';

/** Writes a file of `rows` leads shaped like an exported list: every fiftieth row repeats an earlier person, every hundredth has no way to reach them. */
export function csvOfLeads(path, rows) {
  const lines = ['Full Name,Mobile,Email,Lead Source,Country,Specialization,City,Prospect ID'];
  for (let n = 0; n < rows; n++) {
    const who = n % 50 === 49 ? n - 7 : n;
    const phone = n % 100 === 30 ? '999' : String(7_000_000_000 + who * 7);
    const email = n % 100 === 30 ? '' : `person${who}@example.com`;
    const place = ['Mumbai', 'Select', 'Thane & Outskirts', 'Pune'][n % 4];
    lines.push(
      `Person Number ${n},${phone},${email},${sources[n % sources.length]},India,${streams[n % streams.length]},${place},p-${n}`,
    );
  }
  writeFileSync(path, lines.join('\n'));
  const failed = Math.floor((rows + 69) / 100);
  const again = Math.floor(rows / 50);
  return { rows, created: rows - failed - again, re_enquiries: again, failed };
}
const sources = ['Google', 'google', 'Direct Traffic', 'Olark Chat', 'Organic Search', 'Reference'];
const streams = ['Select', 'Finance Management', 'Human Resource Management', 'Marketing Management', ''];
