/** What the bar does with the chosen rows, through its dialog. */
export type BulkWork = 'edit' | 'activate' | 'deactivate' | 'delete';
