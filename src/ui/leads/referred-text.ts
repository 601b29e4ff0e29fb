import { counted } from '../../schemas/kit/counted';
import { roundRobinShares } from '../../schemas/kit/round-robin';
import type { LeadsReferred } from '../../schemas/calls/lead-referrals';

/** '43 leads: Asha Rao 15, Vikram Shah 14, Meera Iyer 14', as the server deals them. */
export function sharesText(count: number, names: readonly string[]): string {
  const shares = roundRobinShares(count, names.length);
  return `${counted(count, 'lead')}: ${names.map((name, at) => `${name} ${shares[at] ?? 0}`).join(', ')}`;
}

/** The result: how many leads each colleague got, and which were left as they are. */
export function referredText({ referred, shares, already_asked, already_theirs }: LeadsReferred): string {
  const got = shares.filter(({ count }) => count > 0);
  const to = got.length > 1 ? `: ${got.map(({ name, count }) => `${name} ${count}`).join(', ')}` : ` to ${got[0]?.name ?? ''}`;
  const skipped = [
    ...(already_asked ? [`${counted(already_asked, 'lead')} skipped: someone has already been asked`] : []),
    ...(already_theirs ? [`${counted(already_theirs, 'lead')} skipped: already theirs`] : []),
  ];
  return [`${counted(referred, 'lead')} referred${to}.`, ...skipped.map((one) => `${one}.`)].join(' ');
}
