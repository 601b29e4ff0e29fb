import { problem, type FieldError, type ProblemCode } from '../schemas/kit/problem';
import { ownHeaders } from './http';
import { newKey } from './new-key';

/** What an upload answers: the value that the field is to hold, and where the file can be seen meanwhile. */
export interface Uploaded {
  readonly value: string;
  readonly address: string;
  readonly name: string;
  readonly size: number;
}

/** Sends a file of a resource's form; `onProgress` hears the part that has left (0 to 1). Throws a Problem, or an AbortError. */
export function uploadFile(
  resource: string,
  field: string,
  file: File,
  { onProgress, signal }: { onProgress: (part: number) => void; signal: AbortSignal },
): Promise<Uploaded> {
  const form = new FormData();
  form.append('field', field);
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest(); // fetch cannot say how much has left
    request.open('POST', `/api/res/${resource}/upload`);
    request.withCredentials = true;
    const headers = { ...ownHeaders(), 'Idempotency-Key': newKey() };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total);
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    request.onload = () => {
      const body = parsed(request.responseText);
      if (request.status < 400) resolve(body as unknown as Uploaded);
      else
        reject(
          problem(
            request.status as ProblemCode,
            String(body['message'] ?? 'The file could not be uploaded.'),
            (body['errors'] ?? []) as FieldError[],
          ),
        );
    };
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
