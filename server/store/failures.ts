import { Problem, problem } from '../../src/schemas/kit/problem';
import { errorCode, errorMessage } from '../domain/error-details';

/** Someone else committed, since the transaction looked, what it would have found: another try finds it. */
export class AppearedMeanwhile extends Problem {
  constructor({ code, message, errors }: Problem) {
    super(code, message, errors);
  }
}

/** Serialisation failures, deadlocks and what appeared meanwhile are worth another try. */
export const mayTryAgain = (error: unknown): boolean =>
  error instanceof AppearedMeanwhile || ['40001', '40P01'].includes(sqlState(error) ?? '');

export const sqlState = errorCode;

/** The name of the constraint or index that a refused write broke, for example 'ux_leads_phone'. */
export const constraintOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;

/** Database failures with a message for people; everything else becomes a 500. */
export function asProblem(error: unknown): unknown {
  if (error instanceof Problem) return error;
  const state = sqlState(error) ?? '';
  if (state === '53100' || state === 'ENOSPC' || /no space left|could not extend file/i.test(errorMessage(error)))
    return diskFull();
  if (isAway(error)) return problem(503, 'The database cannot be reached. Try again in a moment.');
  if (state === '55P03' || state === '57014') return problem(503, 'The database is busy. Try again in a moment.');
  // Texts that the validators pass and the database cannot hold: a NUL character, a day outside the calendar.
  if (['22021', '22P05', '22007', '22008', '22003', '22P02'].includes(state))
    return problem(422, 'A value is not allowed: it contains a character, date or number that the database cannot hold.');
  return error;
}

export const diskFull = (): Problem => problem(507, 'The disk is full. Nothing was saved.');

/** The database cannot be reached, or the connection to it broke. */
export const isAway = (error: unknown): boolean =>
  /^(08...|57P0.|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|ENOENT)$/.test(sqlState(error) ?? '') ||
  /connection terminated|connection ended|timeout expired|timeout exceeded when trying to connect|client has encountered a connection error|not queryable/i.test(
    errorMessage(error),
  );
