import { callForm, callRow, type CallValues } from '../../providers/calls/call';
import { dataOf } from '../../schemas/kit/call';
import type { ImportAnswers, ImportPreview } from '../../schemas/kit/list-imports';

/** The steps of `POST res/{resource}/import`: a form with the file, then JSON. */
const wire = 'POST res/{resource}/import@step,job_id';
const anyStep = { type: 'object', additionalProperties: true, properties: {} } as const;
const preview = { wire, as: 'read', data: dataOf<ImportPreview>() } as const;
const started = {
  wire: 'POST res/{resource}/import',
  body: anyStep,
  as: 'create',
  data: dataOf<ImportAnswers['start']>(),
} as const;
export const previewImport = async (resource: string, form: FormData): Promise<ImportPreview> =>
  (await callForm(preview, form, { resource })).data;
/** With `{ step: 'status', job_id }`. */
export const importStatus = { wire, as: 'read', data: dataOf<ImportAnswers['status']>() } as const;
export const stepImport = (resource: string, step: CallValues): Promise<ImportAnswers['start']> =>
  callRow(started, { ...step, resource });
