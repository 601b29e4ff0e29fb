/** What the bar does with the selected rows, through its dialog. */
export type BulkWork = 'edit' | 'activate' | 'deactivate' | 'delete';
