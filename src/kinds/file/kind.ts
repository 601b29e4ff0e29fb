import { has, isEmpty, type Kind } from '../kind';

/** The address of a stored file; the picture itself, when it is one. */
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

/** The name behind '#', where the server puts it; else the end of the address. */
export function fileName(address: string): string {
  const [path = '', name] = address.split('#');
  try {
    if (name) return decodeURIComponent(name);
  } catch {
    return name!;
  }
  const last = path.split('/').at(-1)!.split('?')[0]!;
  return /^[0-9A-HJKMNP-TV-Z]{26}$/.test(last) ? 'File' : last; // an id is no name
}
