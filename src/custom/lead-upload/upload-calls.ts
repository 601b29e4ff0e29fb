import { call, callWire, openEnvelope, requestRow } from '../../providers/call';
import { leadUpload, leadUploadCancel, leadUploadDryRun, leadUploadStatus } from '../../schemas/calls/leads';
import type { Import } from '../../schemas/system/imports';
import type { Mapping } from './mapping';

/** `data` of the preview: the stored file, its first ten rows and the suggested mapping. */
export interface Preview {
  readonly file_id: string;
  readonly file_name: string;
  readonly rows_seen: number;
  readonly encoding: string;
  readonly delimiter: string;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly mapping: Mapping;
  /** The mapping is the one this user chose last for such a file. */
  readonly remembered: boolean;
  /** Headers that belong to no known field. */
  readonly unknown: readonly string[];
  readonly targets: readonly { readonly target: string; readonly label: string }[];
  readonly may_create_fields: boolean;
}
export interface UploadRules {
  readonly on_match: 're_enquiry' | 'skip' | 'fill_empty';
  readonly owner: 'unassigned' | 'me' | 'round_robin' | 'column';
  readonly owner_ids?: readonly string[];
  readonly source?: string;
  readonly clg_id?: number;
  readonly tags?: readonly string[];
}
/** `data` of the status call, of a dry run and of the import itself. */
export interface UploadStatus {
  readonly job_id: string;
  readonly status: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled';
  readonly done: number;
  readonly total: number;
  readonly message: string;
  readonly dry_run: boolean;
  readonly file_name?: string;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly re_enquiries: number;
  readonly failed: number;
  readonly skipped: number;
  readonly errors?: readonly { readonly line: number; readonly field: string | null; readonly reason: string }[];
  /** A signed address, 15 minutes. */
  readonly errors_url: string | null;
}

export async function previewFile(file: File): Promise<Preview> {
  const form = new FormData();
  form.append('file', file);
  return openEnvelope<Preview>(await requestRow('leads/upload-csv/preview', { method: 'POST', body: form })).data;
}
export const startDryRun = async (file_id: string, mapping: Mapping, options: UploadRules): Promise<string> =>
  (await callWire<{ job_id: string }>(leadUploadDryRun, { file_id, mapping, options })).data.job_id;
export const startImport = async (about: {
  file_id: string;
  mapping: Mapping;
  options: UploadRules;
  client_ref: string;
}): Promise<string> => (await callWire<{ job_id: string }>(leadUpload, about)).data.job_id;
export const uploadStatus = async (job_id: string): Promise<UploadStatus> =>
  (await callWire<UploadStatus>(leadUploadStatus, { job_id })).data;
export const cancelUpload = (job_id: string): Promise<unknown> => call(leadUploadCancel, { job_id });
export const pastImports = (): Promise<Import[]> =>
  requestRow<Import[]>('res/imports?resource=leads&_start=0&_end=20&_sort=created_at&_order=desc');
