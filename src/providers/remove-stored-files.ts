/** The database of `storedFiles`. */
export const filesDatabase = 'kept-files';
export function removeStoredFiles(): void {
  try {
    indexedDB.deleteDatabase(filesDatabase);
  } catch {
    // this browser keeps none
  }
}
