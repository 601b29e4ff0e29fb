export const emptyFile: string;
export function hashOf(text: string | Uint8Array): string;
export function fileHashes(folders: readonly string[]): () => Map<string, string>;
