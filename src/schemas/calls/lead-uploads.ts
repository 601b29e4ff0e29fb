import { dataOf, defineCall } from '../kit/call';
import { dateFormats, mostFixes, type JobBegun, type UploadPreview, type UploadStatus } from '../kit/lead-uploads';

const uploadOptions = {
  type: 'object',
  additionalProperties: false,
  properties: {
    on_match: { type: 'string', enum: ['re_enquiry', 'skip', 'fill_empty', 'overwrite'], default: 're_enquiry' },
    /** With `overwrite`: lead fields and `custom.<key>` that the file replaces. */
    overwrite: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 80 }, maxItems: 200, uniqueItems: true },
    /** How a row finds its lead: the tenant's rule, one of these, or `custom.<key>` of a text field (an ID of another system). */
    match: { type: 'string', pattern: '^(rule|phone|email|id|custom\\.[^.]{1,60})$', maxLength: 70, default: 'rule' },
    owner: { type: 'string', enum: ['unassigned', 'rule', 'me', 'round_robin', 'column'], default: 'rule' },
    owner_ids: { type: 'array', items: { type: 'string', maxLength: 26 }, maxItems: 500 },
    source: { type: 'string', maxLength: 26 },
    clg_id: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 40 }, maxItems: 20 },
    date_format: { type: 'string', enum: dateFormats, default: 'day_first' },
    /** What the people of the file agreed to: kept with every enquiry. */
    consent_text: { type: 'string', title: 'Consent text', minLength: 1, maxLength: 500, pattern: '\\S' },
    /** false: no rule, workflow or calling list takes up the new leads; owners are found all the same. */
    automations: { type: 'boolean', default: true },
    /** Cells that are read in place of the file's: the line and the column's header as the dry run names them. */
    fixes: {
      type: 'array',
      maxItems: mostFixes,
      items: {
        type: 'object',
        required: ['line', 'field', 'value'],
        additionalProperties: false,
        properties: {
          line: { type: 'integer', minimum: 2, maximum: 1_000_000 },
          field: { type: 'string', minLength: 1, maxLength: 500 },
          value: { type: 'string', maxLength: 500 },
        },
      },
    },
  },
} as const;

/** CSV upload of leads in four steps: preview, dry run, run, follow the job. */
export const leadUploadPreview = defineCall({
  name: 'lead-upload-preview',
  wire: 'POST leads/upload-csv/preview',
  access: { code: 'UPLOAD_LEAD_CSV' },
  as: 'create',
  data: dataOf<UploadPreview>(),
  outside: true,
  multipart: true,
  bodyLimit: 52 * 1024 * 1024,
});
export const leadUploadDryRun = defineCall({
  // Starts a job that only counts; its result is {rows, create, re_enquiry, update, failed, errors: first 200 of {line, field,
  // reason, value}}.
  name: 'lead-upload-dry-run',
  wire: 'POST leads/upload-csv/dry-run',
  access: { code: 'UPLOAD_LEAD_CSV' },
  as: 'create',
  data: dataOf<JobBegun>(),
  body: {
    type: 'object',
    required: ['file_id', 'mapping'],
    properties: {
      file_id: { type: 'string', maxLength: 26 },
      mapping: { type: 'object', additionalProperties: true, properties: {} },
      options: uploadOptions,
    },
  },
});
export const leadUpload = defineCall({
  // A mapping target is a lead field, `custom.<key>`, `new:<label>` (makes a custom field) or '' (leave out). JSON with the
  // preview's file_id, or multipart with the file itself.
  name: 'lead-upload',
  wire: 'POST leads/upload-csv',
  access: { code: 'UPLOAD_LEAD_CSV' },
  as: 'create',
  data: dataOf<JobBegun>(),
  multipart: true,
  bodyLimit: 52 * 1024 * 1024,
  idempotent: true,
  body: {
    type: 'object',
    properties: {
      file_id: { type: 'string', maxLength: 26 },
      mapping: { type: 'object', additionalProperties: true, properties: {} },
      options: uploadOptions,
      client_ref: { type: 'string', maxLength: 60 },
    },
  },
  reply: { type: 'object', properties: { data: { type: 'object', properties: { job_id: { type: 'string' } } } } },
});
export const leadUploadStatus = defineCall({
  name: 'lead-upload-status',
  wire: 'GET leads/upload-csv/{job_id}',
  access: { code: 'UPLOAD_LEAD_CSV' },
  as: 'read',
  data: dataOf<UploadStatus>(),
});
export const leadUploadCancel = defineCall({
  name: 'lead-upload-cancel',
  wire: 'POST leads/upload-csv/{job_id}/cancel',
  access: { code: 'UPLOAD_LEAD_CSV' },
  as: 'update',
  data: dataOf<JobBegun>(),
});
/** Goes on with a paused import, or holds a running one before its next rows. */
export const leadUploadPause = defineCall({
  name: 'lead-upload-pause',
  wire: 'POST leads/upload-csv/{job_id}/pause',
  access: { code: 'UPLOAD_LEAD_CSV' },
  as: 'update',
  data: dataOf<JobBegun>(),
  body: { type: 'object', required: ['paused'], additionalProperties: false, properties: { paused: { type: 'boolean' } } },
});
/** Takes back a whole import within 72 hours; the answer's job says what stayed and why. */
export const leadUploadUndo = defineCall({
  name: 'lead-upload-undo',
  wire: 'POST leads/upload-csv/{job_id}/undo',
  access: { code: 'UPLOAD_LEAD_CSV' },
  as: 'update',
  data: dataOf<JobBegun>(),
});
