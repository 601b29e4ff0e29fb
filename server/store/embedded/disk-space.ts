import { statfs } from 'node:fs/promises';

/** PGlite writes its log in files of 16 MB and hangs forever if one does not fit, so writing stops well before that. */
const least = 64 * 1024 * 1024;

/** A function that tells whether the disk of the directory has space to write. It asks the disk at most once per second. */
export function diskSpaceCheck(directory: string): () => Promise<boolean> {
  let asked = 0;
  let hasSpace = true;
  return async () => {
    if (Date.now() - asked < 1000) return hasSpace;
    asked = Date.now();
    const { bavail, bsize } = await statfs(directory);
    hasSpace = bavail * bsize >= least;
    return hasSpace;
  };
}
