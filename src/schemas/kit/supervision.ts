/**
 * What a supervisor does on someone else's call. `listen`: hears both. `whisper`: speaks to the agent alone. `barge`: speaks to both.
 * `take_over`: goes on with the call in the agent's place. `hang_up`: ends it.
 */
export const supervisorActions = ['listen', 'whisper', 'barge', 'take_over', 'hang_up'] as const;
export type SupervisorAction = (typeof supervisorActions)[number];

/** The last of them, as a history says it. */
export const supervisionLabels: Readonly<Record<SupervisorAction, string>> = {
  listen: 'Listened in',
  whisper: 'Whispered',
  barge: 'Joined',
  take_over: 'Took over',
  hang_up: 'Hung up',
};
