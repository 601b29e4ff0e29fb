import { statfs } from 'node:fs/promises';

/** PGlite writes its log in files of 16 MB and hangs for good when one does not fit, so it is kept well away from that. */
const least = 64 * 1024 * 1024;

/** Is there room to write? Asked of the disk at most once per second. */
export function roomOn(directory: string): () => Promise<boolean> {
  let asked = 0;
  let room = true;
  return async () => {
    if (Date.now() - asked < 1000) return room;
    asked = Date.now();
    const { bavail, bsize } = await statfs(directory);
    room = bavail * bsize >= least;
    return room;
  };
}
