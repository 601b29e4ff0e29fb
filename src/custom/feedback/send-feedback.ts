import { request } from '../../providers/calls/http';
import { isRecord } from '../../schemas/kit/is-record';
import { problem } from '../../schemas/kit/problem';

export const scales = [
  { name: 'experience', label: 'Overall experience' },
  { name: 'easeOfUse', label: 'Ease of use' },
  { name: 'uiUxDesign', label: 'UI/UX design' },
  { name: 'reliability', label: 'Reliability' },
  { name: 'support', label: 'Support' },
  { name: 'satisfaction', label: 'Satisfaction' },
] as const;
type Scale = (typeof scales)[number]['name'];
/** The body of the call. */
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

/** Sends it; answers the server's message, and throws unless the server says `success`. */
export async function sendFeedback(draft: FeedbackDraft): Promise<string | undefined> {
  const { recommendationsDetails, ...rest } = draft;
  const details = draft.recommend === 1 ? { recommendationsDetails: recommendationsDetails.trim() } : {};
  const answer = await request('submitFeedback', { method: 'POST', body: { ...rest, ...details } });
  const { success, message } = isRecord(answer.body) ? answer.body : {};
  const text = typeof message === 'string' ? message : undefined;
  if (success !== true) throw problem(422, text || 'Something went wrong');
  return text;
}
