/** Undefined where the text is JSON; otherwise the end of an error message, with the line where engines name the place. */
export function jsonFault(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const place = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    const line = place === undefined ? undefined : text.slice(0, Number(place)).split('\n').length;
    return `is not valid JSON${line === undefined ? '' : `; see line ${line}`}`;
  }
}
