/** A share for each of so many workers: the heaviest piece first, each to the one that has the least to do. */
export function dealt<T>(pieces: readonly T[], effortOf: (piece: T) => number, workers: number): T[][] {
  const shares = Array.from({ length: workers }, (): { readonly pieces: T[]; effort: number } => ({ pieces: [], effort: 0 }));
  const weighed = pieces.map((piece) => ({ piece, effort: effortOf(piece) }));
  for (const { piece, effort } of weighed.sort((a, b) => b.effort - a.effort)) {
    const least = shares.reduce((one, other) => (other.effort < one.effort ? other : one));
    least.pieces.push(piece);
    least.effort += effort;
  }
  return shares.map((share) => share.pieces);
}

/** Throws what failed once all have ended: a connection that is closed would leave the server at work. */
export async function allEnded(works: readonly Promise<unknown>[]): Promise<void> {
  for (const ended of await Promise.allSettled(works)) if (ended.status === 'rejected') throw ended.reason;
}
