import { requestRow, type CallValues } from '../../providers/calls/call';
import { dataOf } from '../../schemas/kit/call';

export interface ImportPreview {
  readonly file_id: string;
  readonly file_name: string;
  readonly rows_seen: number;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly mapping: Readonly<Record<string, string>>;
  readonly targets: readonly { readonly target: string; readonly label: string; readonly required: boolean }[];
  readonly may_update: boolean;
}
export interface ImportStatus {
  readonly status: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled';
  readonly dry_run: boolean;
  readonly done: number;
  readonly total: number;
  readonly message: string;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly failed: number;
  readonly errors: readonly { readonly line: number; readonly field: string | null; readonly reason: string }[];
  readonly errors_url: string | null;
}

/** The steps of `POST res/{resource}/import`: a form with the file, then JSON. */
export const previewImport = (resource: string, form: FormData): Promise<ImportPreview> => send(resource, form);
/** With `{ step: 'status', job_id }`. */
export const importStatus = { wire: 'POST res/{resource}/import', as: 'read', data: dataOf<ImportStatus>() } as const;
export const stepImport = (resource: string, step: CallValues): Promise<{ readonly job_id: string }> => send(resource, step);

const send = <T>(resource: string, body: FormData | CallValues): Promise<T> =>
  requestRow(`res/${resource}/import`, { method: 'POST', body });
