import { exampleOf, type PlacedOperation } from './api-document';

export const languages = ['curl', 'PHP', 'Python', 'JavaScript'] as const;
export type Language = (typeof languages)[number];

/** A sample of the call in one language. It runs as it is once `YOUR_API_KEY` is replaced. */
export function sampleOf(language: Language, operation: PlacedOperation, origin: string): string {
  const url = origin + operation.path.replaceAll('{api_key}', 'YOUR_API_KEY');
  const { method } = operation;
  const example = exampleOf(operation);
  const body = method === 'GET' ? undefined : JSON.stringify(example ?? {}, null, 2);
  switch (language) {
    case 'curl':
      return [
        `curl -X ${method} ${quoted(url)} \\`,
        `  -H 'Authorization: Bearer YOUR_API_KEY'${body ? ' \\' : ''}`,
        ...(body ? [`  -H 'Content-Type: application/json' \\`, `  -d ${quoted(JSON.stringify(example ?? {}))}`] : []),
      ].join('\n');
    case 'PHP':
      return [
        '<?php',
        `$call = curl_init(${quoted(url)});`,
        'curl_setopt_array($call, [',
        `  CURLOPT_CUSTOMREQUEST => '${method}',`,
        '  CURLOPT_RETURNTRANSFER => true,',
        `  CURLOPT_HTTPHEADER => ['Authorization: Bearer YOUR_API_KEY'${body ? ", 'Content-Type: application/json'" : ''}],`,
        ...(body ? [`  CURLOPT_POSTFIELDS => ${quoted(JSON.stringify(example ?? {}))},`] : []),
        ']);',
        'echo curl_exec($call);',
      ].join('\n');
    case 'Python':
      return [
        'import json, urllib.request',
        '',
        `request = urllib.request.Request(${JSON.stringify(url)}, method="${method}",`,
        `    headers={"Authorization": "Bearer YOUR_API_KEY"${body ? ', "Content-Type": "application/json"' : ''}}${body ? ',' : ')'}`,
        ...(body ? [`    data=json.dumps(json.loads(${JSON.stringify(JSON.stringify(example ?? {}))})).encode())`] : []),
        'with urllib.request.urlopen(request) as answer:',
        '    print(json.load(answer))',
      ].join('\n');
    case 'JavaScript':
      return [
        `const answer = await fetch(${JSON.stringify(url)}, {`,
        `  method: '${method}',`,
        `  headers: { Authorization: 'Bearer YOUR_API_KEY'${body ? ", 'Content-Type': 'application/json'" : ''} },`,
        ...(body ? [`  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`] : []),
        '});',
        'console.log(await answer.json());',
      ].join('\n');
  }
}

/** In single quotes, for shell and PHP alike if the text contains none. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
