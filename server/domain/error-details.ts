/** The code that Node and the drivers put on what they throw: 'ENOENT', '23505'. */
export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
