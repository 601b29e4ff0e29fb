import { call, callForm, callRow } from '../../providers/calls/call';
import { listOf } from '../../providers/calls/records';
import {
  leadUpload,
  leadUploadCancel,
  leadUploadDryRun,
  leadUploadPause,
  leadUploadPreview,
  leadUploadUndo,
} from '../../schemas/calls/lead-uploads';
import type { JobBegun, UploadPreview, UploadRules } from '../../schemas/kit/lead-uploads';
import { dataOf } from '../../schemas/kit/call';
import type { Import, imports } from '../../schemas/system/imports';
import type { Mapping } from './mapping';

export async function previewFile(file: File): Promise<UploadPreview> {
  const form = new FormData();
  form.append('file', file);
  return (await callForm(leadUploadPreview, form)).data;
}
export const startDryRun = async (file_id: string, mapping: Mapping, options: UploadRules): Promise<string> =>
  (await call(leadUploadDryRun, { file_id, mapping, options })).data.job_id;
export const startImport = async (about: {
  file_id: string;
  mapping: Mapping;
  options: UploadRules;
  client_ref: string;
}): Promise<string> => (await call(leadUpload, about)).data.job_id;
export const cancelUpload = (job_id: string): Promise<JobBegun> => callRow(leadUploadCancel, { job_id });
export const pauseUpload = (job_id: string, paused: boolean): Promise<JobBegun> => callRow(leadUploadPause, { job_id, paused });
export const undoUpload = async (job_id: string): Promise<string> => (await call(leadUploadUndo, { job_id })).data.job_id;
export const importList = listOf<typeof imports>('imports');
export const importRead = { wire: 'GET res/imports/{id}', data: dataOf<Import>() } as const;
