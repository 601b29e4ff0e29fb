import { problem } from '../../src/schemas/kit/problem';
import { sqlState } from '../store/failures';

/** A phone or email that a lead gets would belong to two: the unique rules of the table say so, also when it was taken just now. */
export async function unlessTaken(work: () => Promise<void>, message: string): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    throw problem(409, message);
  }
}
