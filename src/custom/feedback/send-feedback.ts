import { request } from '../../providers/http';
import { problem } from '../../schemas/kit/problem';

export const scales = {
  experience: 'Overall experience',
  easeOfUse: 'Ease of use',
  uiUxDesign: 'UI/UX design',
  reliability: 'Reliability',
  support: 'Support',
  satisfaction: 'Satisfaction',
} as const;
export type Scale = keyof typeof scales;
/** What the call takes. */
export interface FeedbackDraft {
  readonly comments: string;
  readonly recommend: 1 | 2;
  readonly recommendationsDetails: string;
  readonly category: readonly string[];
  readonly selectedFeatures: readonly string[];
  readonly ratings: Readonly<Record<Scale, number | null>>;
}
export const emptyFeedback: FeedbackDraft = {
  comments: '',
  recommend: 2,
  recommendationsDetails: '',
  category: [],
  selectedFeatures: [],
  ratings: { experience: null, easeOfUse: null, uiUxDesign: null, reliability: null, support: null, satisfaction: null },
};

/** What is wrong, by field. */
export function faultsOf({ comments, recommend, recommendationsDetails }: FeedbackDraft) {
  return {
    ...(comments.trim() ? {} : { comments: 'Comments is required.' }),
    ...(recommend === 2 || recommendationsDetails.trim()
      ? {}
      : { recommendationsDetails: 'This field is required when you say “Yes.”' }),
  } as { readonly comments?: string; readonly recommendationsDetails?: string };
}

/** Sends it; answers the server's message, and throws unless the server says `success`. */
export async function sendFeedback(draft: FeedbackDraft): Promise<string | undefined> {
  const { recommendationsDetails, ...rest } = draft;
  const details = draft.recommend === 1 ? { recommendationsDetails: recommendationsDetails.trim() } : {};
  const answer = await request('submitFeedback', { method: 'POST', body: { ...rest, ...details } });
  const { success, message } = answer.body as { success?: boolean; message?: string };
  if (success !== true) throw problem(422, message || 'Something went wrong');
  return message;
}
