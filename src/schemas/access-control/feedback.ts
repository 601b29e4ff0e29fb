import { feedbackCategories, feedbackFeatures } from '../kit/feedback-choices';
import { defineResource, type Row } from '../kit/resource';

/** Unrated is null. */
const stars = { type: ['integer', 'null'], minimum: 1, maximum: 5 } as const;

export const feedback = defineResource({
  name: 'feedback',
  label: 'Feedback',
  plural: 'Feedback',
  menu: { group: 'Access Control', entry: 'Feedback Management', order: 69, path: '/feedback-management' },
  access: { code: 'FEEDBACK_MANAGEMENT', staff: true, create: 'signed-in', menu: 'org' },
  fields: {
    type: 'object',
    required: ['comments'],
    additionalProperties: false,
    properties: {
      comments: { type: 'string', minLength: 1, maxLength: 5000 },
      recommend: { type: 'integer', title: 'Recommends us', enum: [1, 2], default: 2 },
      // The specified payload has 2 unless someone says yes, so a form says separately that neither was chosen.
      recommend_answered: { type: 'boolean', title: 'Answered whether they recommend us', default: true },
      recommendationsDetails: { type: 'string', title: 'Website', maxLength: 2048 },
      category: { type: 'array', title: 'Categories', items: { type: 'string', enum: feedbackCategories } },
      selectedFeatures: { type: 'array', title: 'Features', items: { type: 'string', enum: feedbackFeatures } },
      ratings: {
        type: 'object',
        additionalProperties: false,
        properties: {
          experience: stars,
          easeOfUse: { ...stars, title: 'Ease of use' },
          uiUxDesign: { ...stars, title: 'UI/UX design' },
          reliability: stars,
          support: stars,
          satisfaction: stars,
        },
      },
      state: { type: 'string', enum: ['open', 'in_progress', 'resolved', 'rejected'], default: 'open' },
      remark: { type: 'string', title: 'Our remark', maxLength: 1000 },
    },
  },
  fixed: ['comments', 'recommend', 'recommend_answered', 'recommendationsDetails', 'category', 'selectedFeatures', 'ratings'],
  columns: ['comments', 'state', 'created_by', 'created_at', 'category', 'selectedFeatures', 'recommend'],
  filter: ['state', 'recommend', 'created_at', 'created_by'],
  sort: ['created_at', 'state'],
  order: '-created_at',
  search: ['comments', 'remark'],
  ui: {
    comments: { widget: 'textarea' },
    remark: { widget: 'textarea' },
    recommend: { labels: { '1': 'Yes', '2': 'No' }, empty: 'Not answered' },
    state: { labels: { open: 'Open', in_progress: 'In progress', resolved: 'Resolved', rejected: 'Rejected' } },
  },
  messages: {
    comments: { required: 'Comments is required.', minLength: 'Comments is required.' },
    recommendationsDetails: { required: 'This field is required when you say “Yes.”' },
  },
  when: [
    { if: { field: 'recommend_answered', is: true }, show: ['recommend'] },
    { if: { field: 'recommend', is: 1 }, require: ['recommendationsDetails'] },
  ],
  wire: {
    list: 'GET getFeedbackList?page_number,limit,state,from,to',
    create: 'POST submitFeedback',
    update: 'PATCH updateFeedbackState/{id}',
    delete: 'none',
  },
  examples: [
    {
      comments: 'The work queue saves us an hour a day.',
      recommend: 2,
      category: ['Positive Experience'],
      selectedFeatures: ['Dashboard', 'Leads'],
      ratings: { experience: 5, easeOfUse: 4, uiUxDesign: 5, reliability: 4, satisfaction: 5 },
    },
  ],
});

export type Feedback = Row<typeof feedback>;
