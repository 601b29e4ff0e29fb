import { dataOf, defineCall } from '../kit/call';

/** The save of the call-action modal (D-058). */
export const callGenerate = defineCall({
  name: 'call-generate',
  wire: 'POST callGenerate',
  access: { code: 'LEADS' },
  as: 'update',
  data: dataOf<CallActionSaved>(),
  idempotent: true,
  bodyLimit: 40 * 1024 * 1024,
  files: 'files.img',
  body: {
    type: 'object',
    required: ['lead_id', 'callObj'],
    properties: {
      lead_id: { type: 'string', minLength: 1, maxLength: 26 },
      lead_source_at_stage: { type: ['string', 'null'], maxLength: 26 },
      last_re_enquired_clg_id: { type: ['integer', 'null'] },
      is_stage_mark_locked: { type: 'integer', enum: [0, 1], default: 0 },
      callObj: {
        type: 'object',
        required: ['stage_id'],
        additionalProperties: false,
        properties: {
          group: { type: 'string', enum: ['leads', 'call', 'application'], default: 'leads' },
          stage_id: { type: 'string', minLength: 1, maxLength: 26 },
          btn_message: { type: ['string', 'null'], maxLength: 60 },
          sub_stage: { type: ['string', 'null'], maxLength: 60 },
          call_date_time: { type: ['string', 'null'], format: 'date-time' },
          message: { type: ['string', 'null'], maxLength: 5000 },
          clg_id: { type: ['integer', 'null'] },
        },
      },
      allowAutomation: { type: 'boolean', default: false },
      files: {
        type: 'array',
        maxItems: 5,
        items: {
          type: 'object',
          required: ['img', 'ext', 'name'],
          additionalProperties: false,
          properties: {
            img: { type: 'string' },
            ext: { type: 'string', maxLength: 8 },
            name: { type: 'string', maxLength: 200 },
          },
        },
      },
      user_selected_college_id: { type: ['integer', 'null'] },
      dialer: { type: 'boolean', default: false },
      // The lead's stage as the form showed it; without it the save overwrites any.
      seen: {
        type: 'object',
        required: ['stage_id', 'sub_stage'],
        additionalProperties: false,
        properties: {
          stage_id: { type: ['string', 'null'], maxLength: 26 },
          sub_stage: { type: ['string', 'null'], maxLength: 80 },
        },
      },
      client_ref: { type: 'string', maxLength: 60 },
    },
  },
  reply: { type: 'object', properties: { data: { type: 'object', properties: { call_action_id: { type: 'string' } } } } },
});

/** `data` of `call-generate`. */
export interface CallActionSaved {
  call_action_id: string;
  /** Null when the save carried no follow-up date. */
  follow_up_id: string | null;
}
