import type { Tx } from './store';

/** What a transaction asks before it needs the answer, so that the question travels with another statement. */
export class Ahead<T> {
  private readonly asked = new WeakMap<Tx, Promise<T>>();

  ask(tx: Tx, question: () => Promise<T>): void {
    const answer = question();
    answer.catch(() => {}); // thrown where it is taken
    this.asked.set(tx, answer);
  }
  /** The answer, once. */
  take(tx: Tx): Promise<T> | undefined {
    const answer = this.asked.get(tx);
    this.asked.delete(tx);
    return answer;
  }
}
