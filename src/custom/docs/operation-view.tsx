import { useState, type ReactNode } from 'react';
import { Chip } from '../../ui/marks/chips';
import { CodeBlock } from '../../ui/marks/code-block';
import type { ApiDocument, PlacedOperation } from './api-document';
import { CopyButton } from '../../ui/actions/copy-button';
import { languages, sampleOf, type Language } from './samples';
import { ParameterTable, SchemaTable } from './schema-table';
import { TryIt } from './try-it';

/** One call: access, parameters, answer, samples in four languages, and a form to try it. */
export function OperationView({
  operation,
  schemas,
  apiKey,
  onKey,
}: {
  operation: PlacedOperation;
  schemas: ApiDocument['schemas'];
  apiKey: string;
  onKey: (key: string) => void;
}): ReactNode {
  const [language, setLanguage] = useState<Language>('curl');
  const sample = sampleOf(language, operation, location.origin);
  const body = Object.entries(operation.requestBody?.content ?? {})[0];
  const answer = operation.responses['200']?.content?.['application/json']?.schema;
  return (
    <article className="dc-operation" aria-labelledby="dc-title">
      <h2 id="dc-title">{operation.summary}</h2>
      <p className="dc-address">
        <Method method={operation.method} /> <code>{operation.path}</code> <CopyButton text={operation.path} />
      </p>
      <p>{operation.description}</p>
      {operation['x-scope'] ? (
        <p>
          Scope of an API key: <code>{operation['x-scope']}</code>
        </p>
      ) : null}
      <ParameterTable parameters={operation.parameters} />
      <SchemaTable caption={body?.[0] === 'multipart/form-data' ? 'Form' : 'Body'} schema={body?.[1].schema} schemas={schemas} />
      <SchemaTable caption="Answer" schema={answer} schemas={schemas} />
      <h3>Refusals</h3>
      <ul className="dc-refusals">
        {Object.entries(operation.responses)
          .filter(([code]) => code !== '200')
          .map(([code, { description }]) => (
            <li key={code}>
              <code>{code}</code> {description}
            </li>
          ))}
      </ul>
      <h3>Sample</h3>
      <div className="dc-languages" role="group" aria-label="Language">
        {languages.map((one) => (
          <Chip key={one} on={one === language} onClick={() => setLanguage(one)}>
            {one}
          </Chip>
        ))}
        <CopyButton text={sample} />
      </div>
      <CodeBlock label={`Sample in ${language}`}>{sample}</CodeBlock>
      <TryIt key={operation.operationId} operation={operation} apiKey={apiKey} onKey={onKey} />
    </article>
  );
}

export function Method({ method }: { method: string }): ReactNode {
  return <span className={`dc-method dc-${method.toLowerCase()}`}>{method}</span>;
}
