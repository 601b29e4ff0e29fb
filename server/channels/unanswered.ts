import { Problem } from '../../src/schemas/kit/problem';

/**
 * A provider was reached but did not reply, so the request may have been carried out; it is not repeated automatically
 * (TRUST-R25).
 */
export class Unanswered extends Problem {
  constructor(message: string) {
    super(503, message);
    this.name = 'Unanswered';
  }
}
