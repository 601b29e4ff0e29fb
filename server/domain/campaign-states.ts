/** A campaign's states and which of them a person may bring about (catalogue 61 to 64); the others are the server's. */
export type Moves = Readonly<Record<string, readonly string[]>>;

export const messageMoves: Moves = {
  draft: ['scheduled'],
  scheduled: ['paused', 'stopped'],
  sending: ['paused', 'stopped'],
  paused: ['scheduled'],
};
export const aiCallMoves: Moves = { draft: ['scheduled'], running: ['paused', 'stopped'] };

export const mayMove = (moves: Moves, from: string, to: string): boolean => from === to || (moves[from]?.includes(to) ?? false);
/** What is going out, or has ended, stays as it was sent. */
export const mayEdit = (state: string): boolean => ['draft', 'scheduled', 'paused'].includes(state);
