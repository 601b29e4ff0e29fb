/** How calls end, in words. Which of them a person can choose is decided by the call that asks. */
export const outcomeLabels = {
  answered: 'Answered',
  no_answer: 'No answer',
  busy: 'Busy',
  unreachable: 'Not reachable',
  invalid: 'Wrong number',
  failed: 'Failed',
  missed: 'Missed',
  rejected: 'Rejected',
  voicemail: 'Voicemail',
  unknown: 'Not known',
} as const;

/** An outcome in words; one that this version does not know as it is. */
export function outcomeText(outcome: string): string {
  const labels: Readonly<Record<string, string>> = outcomeLabels;
  return labels[outcome] ?? outcome.replaceAll('_', ' ');
}
