import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { FormField } from '../../ui/forms/form-field';
import { CodeBlock } from '../../ui/marks/code-block';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { exampleOf, type PlacedOperation } from './api-document';

/** What goes into the call; `path` by the name of the parameter. */
interface Trial {
  readonly key: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: string;
  readonly body: string;
}
interface Outcome {
  readonly status: string;
  readonly ms: number;
  readonly text: string;
}

/** Makes the call with an API key as another system would, without session and cookies. The key stays in this page. */
export function TryIt({
  operation,
  apiKey,
  onKey,
}: {
  operation: PlacedOperation;
  apiKey: string;
  onKey: (key: string) => void;
}): ReactNode {
  const inPath = operation.parameters.filter((one) => one.in === 'path' && one.name !== 'api_key').map(({ name }) => name);
  const [start] = useState<Trial>(() => ({
    key: apiKey,
    path: Object.fromEntries(inPath.map((name) => [name, ''])),
    query: '',
    body: JSON.stringify(exampleOf(operation) ?? {}, null, 2),
  }));
  const [outcome, setOutcome] = useState<Outcome>();
  const form = useScreenForm({ values: start, save: async (trial) => setOutcome(await tried(operation, trial)) });
  return (
    <FormFrame form={form} className="dc-try" aria-label="Try it">
      <h3>Try it</h3>
      <p className="p-quiet">
        {operation['x-scope']
          ? `The key needs the scope ${operation['x-scope']}.`
          : 'Only signed-in users make this call; a key is refused.'}{' '}
        It works on your own data.
      </p>
      <FormField form={form} name="key" label="API key">
        {(input) => (
          <Input.Password
            {...input}
            autoComplete="off"
            placeholder="pk_…"
            onChange={(event) => {
              input.onChange(event);
              onKey(event.target.value);
            }}
          />
        )}
      </FormField>
      {inPath.map((name) => (
        <FormField key={name} form={form} name={`path.${name}`} label={name} required={`${name} is required.`}>
          {(input) => <Input {...input} />}
        </FormField>
      ))}
      {operation.parameters.some((one) => one.in === 'query') ? (
        <FormField form={form} name="query" label="Query">
          {(input) => <Input {...input} placeholder="_start=0&_end=10" />}
        </FormField>
      ) : null}
      {takesBody(operation) ? (
        <FormField form={form} name="body" label="Body">
          {(input) => <Input.TextArea {...input} className="dc-code-box p-grows" rows={4} />}
        </FormField>
      ) : null}
      <button type="submit" className="dc-send" disabled={form.saving || !apiKey}>
        Send
      </button>
      {outcome ? (
        <div role="status" aria-label="Answer">
          <p>
            <b>{outcome.status}</b> <span className="p-quiet">{outcome.ms} ms</span>
          </p>
          <CodeBlock>{outcome.text}</CodeBlock>
        </div>
      ) : null}
    </FormFrame>
  );
}

const takesBody = ({ method, requestBody }: PlacedOperation): boolean => method !== 'GET' && requestBody !== undefined;

/** Makes the call; answers what came back, and never fails. */
async function tried(operation: PlacedOperation, { key, path, query, body }: Trial): Promise<Outcome> {
  const address = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(name === 'api_key' ? key : (path[name] ?? '')),
  );
  const hasBody = takesBody(operation);
  const started = performance.now();
  try {
    const answer = await fetch(query ? `${address}?${query.replace(/^\?/, '')}` : address, {
      method: operation.method,
      credentials: 'omit',
      headers: { Authorization: `Bearer ${key}`, ...(hasBody ? { 'Content-Type': 'application/json' } : {}) },
      ...(hasBody ? { body } : {}),
    });
    const text = await answer.text();
    return { status: `${answer.status} ${answer.statusText}`, ms: Math.round(performance.now() - started), text: pretty(text) };
  } catch {
    return { status: 'No answer', ms: Math.round(performance.now() - started), text: 'The server could not be reached.' };
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
