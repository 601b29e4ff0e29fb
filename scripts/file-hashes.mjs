import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file written within so many ms of a look may be written again without its time of change showing it. */
const sureAfterMs = 2_000;

/**
 * A function that answers what stands in the files below these folders now: path → hash of its bytes. A watcher may miss a save
 * (two within a moment, a renamed file, one that keeps its time); two answers of this function tell. Only changed files are read again.
 */
export function fileHashes(folders) {
  let known = new Map();
  return function look() {
    const now = new Map();
    for (const file of folders.flatMap(filesBelow)) {
      const entry = entryOf(file, known.get(file));
      if (entry) now.set(file, entry);
    }
    known = now;
    return new Map([...now].map(([file, { hash }]) => [file, hash]));
  };
}

/** What an empty file is: one that is being written. */
export const emptyFile = hashOf('');
export function hashOf(text) {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

function entryOf(file, before) {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(file);
    const state = [ino, size, mtimeMs, ctimeMs].join();
    if (before?.sure && before.state === state) return before;
    const sure = Date.now() - Math.max(mtimeMs, ctimeMs) > sureAfterMs;
    return { state, sure, hash: hashOf(readFileSync(file)) };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined; // it went between the two
    throw error;
  }
}

function filesBelow(path) {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return [];
    const inner = join(path, entry.name);
    if (entry.isDirectory()) return filesBelow(inner);
    return /\.(tsx?|mjs|json|css)$/.test(entry.name) ? [inner] : [];
  });
}
