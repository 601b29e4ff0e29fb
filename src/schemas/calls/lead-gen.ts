import { dataOf, defineCall } from '../kit/call';

/** D-141: a picture or document for campaigns; returns its key and a signed address. */
export const leadGenUpload = defineCall({
  name: 'lead-gen-upload',
  wire: 'POST lead-gen/s3-upload',
  access: { code: 'Automtion_Workflow', feature: 'lead_generation' },
  as: 'create',
  data: dataOf<{ readonly key: string; readonly url: string }>(),
  multipart: true,
  bodyLimit: 10 * 1024 * 1024,
  reply: {
    type: 'object',
    properties: { data: { type: 'object', properties: { url: { type: 'string' }, key: { type: 'string' } } } },
  },
});
/** Sends a broadcast now, or at a time. */
export const sendBroadcast = defineCall({
  name: 'send-broadcast',
  wire: 'POST lead-gen/send-broadcast',
  access: { code: 'Automtion_Workflow', feature: 'lead_generation' },
  as: 'create',
  data: dataOf<BroadcastQueued>(),
  idempotent: true,
  body: {
    type: 'object',
    required: ['broadcast_id'],
    properties: {
      broadcast_id: { type: 'string', minLength: 1, maxLength: 26 },
      schedule_at: { type: ['string', 'null'], format: 'date-time' },
      client_ref: { type: 'string', maxLength: 60 },
    },
  },
  reply: {
    type: 'object',
    properties: { data: { type: 'object', properties: { queued: { type: 'integer' } } } },
  },
});

/** `data` of `send-broadcast`. */
export interface BroadcastQueued {
  /** Leads of the audience that can be written to now. */
  queued: number;
}
