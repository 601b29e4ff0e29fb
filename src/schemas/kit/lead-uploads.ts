/** What the upload calls of `calls/leads.ts` take and answer. */

/** `data` of the preview: the stored file, its first ten rows and the suggested mapping. */
export interface UploadPreview {
  readonly file_id: string;
  readonly file_name: string;
  readonly rows_seen: number;
  readonly encoding: string;
  readonly delimiter: string;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly mapping: Readonly<Record<string, string>>;
  /** The mapping is the one this user chose last for such a file. */
  readonly remembered: boolean;
  /** What else a column may be, though only a person can say so: 'Tags' of another system. */
  readonly suggested: Readonly<Record<string, string>>;
  /** Headers that belong to no known field. */
  readonly unknown: readonly string[];
  readonly targets: readonly { readonly target: string; readonly label: string }[];
  readonly may_create_fields: boolean;
}
/** Most cells that are corrected before an import; a file with more of them is better corrected itself. */
export const mostFixes = 400;
/** A cell that is read in place of the file's. */
export interface CellFix {
  readonly line: number;
  /** The column's header. */
  readonly field: string;
  readonly value: string;
}
/** How a date such as 03/04/2004 is read; 2004-04-03 and 3 Apr 2004 are clear in each. */
export const dateFormats = ['day_first', 'month_first'] as const;
export type DateFormat = (typeof dateFormats)[number];

export interface UploadRules {
  readonly on_match: 're_enquiry' | 'skip' | 'fill_empty' | 'overwrite';
  readonly overwrite?: readonly string[];
  readonly match?: string;
  readonly owner: 'unassigned' | 'rule' | 'me' | 'round_robin' | 'column';
  readonly owner_ids?: readonly string[];
  readonly source?: string;
  readonly clg_id?: number;
  readonly tags?: readonly string[];
  readonly date_format?: DateFormat;
  /** What the people of the file agreed to: kept with every enquiry. */
  readonly consent_text?: string;
  /** false: no rule, workflow or calling list takes up the new leads; owners are found all the same. */
  readonly automations?: boolean;
  readonly fixes?: readonly CellFix[];
}
/** `data` of the status call, of a dry run and of the import itself. */
export interface UploadStatus {
  readonly job_id: string;
  readonly status: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled';
  readonly done: number;
  readonly total: number;
  readonly message: string;
  readonly dry_run: boolean;
  /** Of the job that undoes an import: lines taken back, and lines that stayed, whose reasons are in `errors`. */
  readonly undo?: { readonly undone: number; readonly kept: number };
  /** Until then the import can be undone. */
  readonly undo_until?: string | null;
  /** The job that undid it, or is doing so. */
  readonly undo_job_id?: string | null;
  readonly import_id?: string;
  readonly file_name?: string;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly re_enquiries: number;
  readonly failed: number;
  readonly skipped: number;
  readonly errors?: readonly RowError[];
  /** A signed address, 15 minutes. */
  readonly errors_url: string | null;
}
/** A row that cannot be imported; `value` is the cell of its column, in a dry run. */
export interface RowError {
  readonly line: number;
  readonly field: string | null;
  readonly reason: string;
  readonly value?: string;
}
/** `data` of the calls that begin a job. */
export interface JobBegun {
  readonly job_id: string;
}
