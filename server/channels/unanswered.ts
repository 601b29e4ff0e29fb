import { Problem } from '../../src/schemas/kit/problem';

/** A provider was reached and fell silent, so what was asked may have been done: nobody asks again by himself (TRUST-R25). */
export class Unanswered extends Problem {
  constructor(message: string) {
    super(503, message);
    this.name = 'Unanswered';
  }
}
