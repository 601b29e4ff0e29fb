import { has, isEmpty, type Kind } from '../kind';

/** The URL of a stored file; a picture is shown. */
export const kind: Kind = {
  name: 'file',
  weight: 80,
  matches: ({ resource, name, field }) =>
    (resource.files?.includes(name) ?? false) || (has(field, 'string') && field.format === 'uri-reference'),
  operators: ['null', 'nnull'],
  width: 100,
  text: (value) => (isEmpty(value) ? '–' : fileName(String(value))),
  pageOnly: true,
  fillable: ({ resource, name }) => resource.files?.includes(name) ?? false,
};

/** The file's name: the part after '#', which the server adds; otherwise the end of the URL. */
export function fileName(address: string): string {
  const [path = '', name] = address.split('#');
  try {
    if (name) return decodeURIComponent(name);
  } catch {
    return name!;
  }
  const last = path.split('/').at(-1)!.split('?')[0]!;
  return /^[0-9A-HJKMNP-TV-Z]{26}$/.test(last) ? 'File' : last; // an id is not a name
}
