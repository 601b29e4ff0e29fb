/** A limited number of tasks at one time, with a share per party. */
export interface Gate {
  /** Returns a function to leave; undefined when the gate is full. */
  enter(party: string): (() => void) | undefined;
  readonly inside: number;
}

export function makeGate(most: number, mostOfOne: number): Gate {
  let inside = 0;
  const parties = new Map<string, number>();
  return {
    enter(party) {
      const own = parties.get(party) ?? 0;
      if (inside >= most || own >= mostOfOne) return undefined;
      inside++;
      parties.set(party, own + 1);
      let left = false;
      return () => {
        if (left) return;
        left = true;
        inside--;
        const now = parties.get(party)! - 1;
        if (now) parties.set(party, now);
        else parties.delete(party);
      };
    },
    get inside() {
      return inside;
    },
  };
}
