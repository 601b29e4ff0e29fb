import { counted } from '../../src/schemas/kit/counted';
import { problem } from '../../src/schemas/kit/problem';

export interface Criterion {
  readonly name: string;
  readonly weight: number;
  readonly max: number;
}
export interface Score {
  readonly criterion: string;
  readonly score: number;
  readonly user_id?: string | null;
}

/**
 * Of 100: each criterion's points, the mean of its evaluators, as a share of the most, by its weight. Nothing scored counts
 * nothing. Unknown criteria, points above the most, and one evaluator twice are refused.
 */
export function scoreTotal(criteria: readonly Criterion[], scores: readonly Score[]): number {
  const errors = scores.flatMap((one, row) => {
    const at = (name: string, message: string) => [
      { path: `scores.${row}.${name}`, message: `Scores, row ${row + 1}: ${message}` },
    ];
    const criterion = criteria.find(({ name }) => name === one.criterion);
    if (!criterion) return at('criterion', `'${one.criterion}' is not in the scorecard`);
    if (one.score > criterion.max) return at('score', `'${one.criterion}' can have up to ${counted(criterion.max, 'point')}`);
    const isTwice = scores.findIndex((other) => sameVote(other, one)) < row;
    return isTwice ? at('criterion', `'${one.criterion}' is scored twice by one evaluator`) : [];
  });
  if (errors.length) throw problem(422, `${errors[0]!.message}.`, errors);
  const total = criteria.reduce((sum, { name, weight, max }) => {
    const given = scores.filter((one) => one.criterion === name).map((one) => one.score);
    return given.length ? sum + (weight * given.reduce((a, b) => a + b, 0)) / given.length / max : sum;
  }, 0);
  return Math.round(total * 100) / 100;
}

const sameVote = (a: Score, b: Score): boolean => a.criterion === b.criterion && (a.user_id ?? '') === (b.user_id ?? '');
