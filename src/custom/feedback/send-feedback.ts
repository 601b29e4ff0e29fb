import { saveRow } from '../../providers/calls/records';
import type { feedback } from '../../schemas/access-control/feedback';
import { recordIn } from '../../schemas/kit/is-record';
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
export interface FeedbackDraft {
  readonly comments: string;
  /** Null until one is chosen. */
  readonly recommend: 1 | 2 | null;
  readonly recommendationsDetails: string;
  readonly category: readonly string[];
  readonly selectedFeatures: readonly string[];
  readonly ratings: Readonly<Record<Scale, number | null>>;
}
export const emptyFeedback: FeedbackDraft = {
  comments: '',
  recommend: null,
  recommendationsDetails: '',
  category: [],
  selectedFeatures: [],
  ratings: { experience: null, easeOfUse: null, uiUxDesign: null, reliability: null, support: null, satisfaction: null },
};

/** Sends it; answers the server's message, and throws unless the server says `success`. */
export async function sendFeedback(draft: FeedbackDraft): Promise<string | undefined> {
  const { recommend, recommendationsDetails, ...rest } = draft;
  const details = recommend === 1 ? { recommendationsDetails: recommendationsDetails.trim() } : {};
  const answer = recommend === null ? { recommend: 2, recommend_answered: false } : { recommend };
  const { body } = await saveRow<typeof feedback>('POST submitFeedback', { ...rest, ...answer, ...details });
  const { success, message } = recordIn(body);
  const text = typeof message === 'string' ? message : undefined;
  if (success !== true) throw problem(422, text || 'Something went wrong');
  return text;
}
