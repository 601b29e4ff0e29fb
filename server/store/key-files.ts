import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where an embedded database keeps its key, and the one before while a rotation is not over. */
export const keyFile = (dataDir: string): string => join(dataDir, 'secret.key');
export const formerKeyFile = (dataDir: string): string => join(dataDir, 'secret.key.before');
export const keyIn = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined);
