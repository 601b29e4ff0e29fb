/** What the steps of `POST res/{resource}/import` answer. */
export interface ImportAnswers {
  readonly preview: ImportPreview;
  readonly dry_run: ImportJob;
  readonly start: ImportJob;
  readonly undo: ImportJob;
  readonly pause: ImportSteered;
  readonly resume: ImportSteered;
  readonly cancel: ImportSteered;
  readonly status: ImportStatus;
}
export interface ImportPreview {
  readonly file_id: string;
  readonly file_name: string;
  readonly rows_seen: number;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly mapping: Readonly<Record<string, string>>;
  readonly targets: readonly ImportTarget[];
  readonly may_update: boolean;
}
/** A field that a column can fill. */
export interface ImportTarget {
  readonly target: string;
  readonly label: string;
  readonly required: boolean;
}
interface ImportJob {
  readonly job_id: string;
}
interface ImportSteered extends ImportJob {
  readonly status: ImportState;
}
type ImportState = 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled';
export interface ImportStatus extends ImportSteered {
  readonly dry_run: boolean;
  readonly done: number;
  readonly total: number;
  readonly message: string;
  /** Not of a dry run. */
  readonly file_name?: string;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly failed: number;
  readonly errors: readonly { readonly line: number; readonly field: string | null; readonly reason: string | null }[];
  readonly errors_url: string | null;
}
