import { recordIn } from '../schemas/kit/is-record';

/** What a form holds while its text is not JSON: the text itself, so that nothing typed is lost. It is never stored. */
const mark = '~not JSON';
export const notJson = (text: string): Readonly<Record<string, string>> => ({ [mark]: text });
export function notJsonText(value: unknown): string | undefined {
  const text = recordIn(value)[mark];
  return typeof text === 'string' ? text : undefined;
}
