import { Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { exampleOf, type PlacedOperation } from './api-document';

interface Outcome {
  readonly status: string;
  readonly ms: number;
  readonly text: string;
}

/** Makes the call with an API key, as another system would: no session and no cookie go along. The key stays in this page. */
export function TryIt({
  operation,
  apiKey,
  onKey,
}: {
  operation: PlacedOperation;
  apiKey: string;
  onKey: (key: string) => void;
}): ReactNode {
  const id = useId();
  const inPath = operation.parameters.filter((one) => one.in === 'path');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [query, setQuery] = useState('');
  const example = exampleOf(operation);
  const [body, setBody] = useState(() => JSON.stringify(example ?? {}, null, 2));
  const [outcome, setOutcome] = useState<Outcome>();
  const [busy, setBusy] = useState(false);
  const hasBody = operation.method !== 'GET' && operation.requestBody !== undefined;

  const send = async (): Promise<void> => {
    setBusy(true);
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(name === 'api_key' ? apiKey : (values[name] ?? '')),
    );
    const started = performance.now();
    try {
      const answer = await fetch(query ? `${path}?${query.replace(/^\?/, '')}` : path, {
        method: operation.method,
        credentials: 'omit',
        headers: { Authorization: `Bearer ${apiKey}`, ...(hasBody ? { 'Content-Type': 'application/json' } : {}) },
        ...(hasBody ? { body } : {}),
      });
      const text = await answer.text();
      setOutcome({
        status: `${answer.status} ${answer.statusText}`,
        ms: Math.round(performance.now() - started),
        text: pretty(text),
      });
    } catch {
      setOutcome({ status: 'No answer', ms: Math.round(performance.now() - started), text: 'The server could not be reached.' });
    }
    setBusy(false);
  };
  return (
    <form
      className="dc-try"
      aria-label="Try it"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h3>Try it</h3>
      <p className="p-quiet">
        {operation['x-scope']
          ? `The key needs the scope ${operation['x-scope']}.`
          : 'Only signed-in users make this call; a key is refused.'}{' '}
        It works on your own data.
      </p>
      <label htmlFor={`${id}key`}>API key</label>
      <Input.Password
        id={`${id}key`}
        value={apiKey}
        autoComplete="off"
        placeholder="pk_…"
        onChange={(event) => onKey(event.target.value)}
      />
      {inPath
        .filter((one) => one.name !== 'api_key')
        .map(({ name }) => (
          <div key={name} className="dc-field">
            <label htmlFor={id + name}>{name}</label>
            <Input
              id={id + name}
              required
              value={values[name] ?? ''}
              onChange={(event) => setValues((now) => ({ ...now, [name]: event.target.value }))}
            />
          </div>
        ))}
      {operation.parameters.some((one) => one.in === 'query') ? (
        <>
          <label htmlFor={`${id}query`}>Query</label>
          <Input
            id={`${id}query`}
            value={query}
            placeholder="_start=0&_end=10"
            onChange={(event) => setQuery(event.target.value)}
          />
        </>
      ) : null}
      {hasBody ? (
        <>
          <label htmlFor={`${id}body`}>Body</label>
          <Input.TextArea
            id={`${id}body`}
            className="dc-code-box"
            autoSize={{ minRows: 3, maxRows: 16 }}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        </>
      ) : null}
      <button type="submit" className="dc-send" disabled={busy || !apiKey}>
        Send
      </button>
      {outcome ? (
        <div role="status" aria-label="Answer">
          <p>
            <b>{outcome.status}</b> <span className="p-quiet">{outcome.ms} ms</span>
          </p>
          <pre className="dc-code" tabIndex={0}>
            {outcome.text}
          </pre>
        </div>
      ) : null}
    </form>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
