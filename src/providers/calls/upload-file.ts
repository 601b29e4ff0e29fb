import { recordIn } from '../../schemas/kit/is-record';
import { fieldErrors, Problem } from '../../schemas/kit/problem';
import type { AnyRow } from '../../schemas/kit/resource';
import { ownHeaders } from './http';
import { newKey } from './new-key';

/** The answer of an upload: the value for the field, and a URL at which the file can be seen meanwhile. */
export interface Uploaded {
  readonly value: string;
  readonly address: string;
  readonly name: string;
  readonly size: number;
}

/** Uploads a file for a resource's form; `onProgress` receives the sent share (0 to 1). Throws a Problem, or an AbortError. */
export function uploadFile(
  resource: string,
  field: string,
  file: File,
  { onProgress, signal }: { onProgress?: (part: number) => void; signal?: AbortSignal } = {},
): Promise<Uploaded> {
  const form = new FormData();
  form.append('field', field);
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest(); // fetch has no upload progress
    request.open('POST', `/api/res/${resource}/upload`);
    request.withCredentials = true;
    const headers = { ...ownHeaders(), 'Idempotency-Key': newKey() };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress?.(loaded / total);
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    request.onload = () => {
      const body = parsed(request.responseText);
      if (request.status < 400) resolve(uploadedOf(body));
      else
        reject(
          new Problem(request.status, String(body['message'] ?? 'The file could not be uploaded.'), fieldErrors(body['errors'])),
        );
    };
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

const uploadedOf = ({ value, address, name, size }: AnyRow): Uploaded => ({
  value: String(value),
  address: String(address),
  name: String(name),
  size: Number(size),
});

function parsed(text: string): AnyRow {
  try {
    return recordIn(JSON.parse(text));
  } catch {
    return {};
  }
}
