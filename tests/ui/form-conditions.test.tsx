import { Refine } from '@refinedev/core';
import { cleanup, render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dataProvider } from '../../src/providers/data-provider';
import { RecordForm } from '../../src/resources/form/record-form';
import { resources } from '../../src/schemas/kit/all';
import type { AnyResource, AnyRow } from '../../src/schemas/kit/resource';
import { schemaRules } from '../../src/schemas/kit/validation-schema';
import { compiledChunk } from '../support/compiled-chunk';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';

vi.mock('virtual:manifest', () => ({ manifest: [], loadChunk: () => Promise.reject(new Error('no build here')) }));
beforeEach(() => {
  freshBrowser();
  signedIn({ role: 1 });
  stubNetwork(() => json({ code: 200, data: [], count: 0 }));
});
afterEach(cleanup);

/** The form library uses the validators for every condition, and throws if the build has compiled none for it. */
const conditional = resources.filter((one) => one.access !== 'nobody' && schemaRules(one).length > 0);

function Form({ resource, given }: { resource: AnyResource; given: AnyRow }): ReactNode {
  const [chunk] = useState(() => compiledChunk(resource));
  const [draft, setDraft] = useState(given);
  return (
    <App>
      <MemoryRouter>
        <Refine dataProvider={dataProvider} options={{ disableTelemetry: true }}>
          <RecordForm
            chunk={chunk}
            id="form"
            draft={draft}
            onDraft={setDraft}
            onSave={() => undefined}
            labels={{}}
            editing={false}
            saving={false}
            refused={none}
          />
        </Refine>
      </MemoryRouter>
    </App>
  );
}
const none: never[] = [];

describe('forms of resources with conditions', () => {
  it.each(conditional.map((one) => [one.name, one] as const))('%s', (_, resource) => {
    for (const given of [{}, ...(resource.examples ?? [])]) {
      render(<Form resource={resource} given={given} />);
      expect(document.querySelectorAll('.p-field').length).toBeGreaterThan(0);
      // 'One of these' is a message if both are missing: no control chooses between them.
      expect(document.querySelector('[id$="anyof_select"]')).toBeNull();
      cleanup();
    }
  });

  it('one of two fields is required', async () => {
    render(<Form resource={conditional.find(({ name }) => name === 'leads')!} given={{ name: 'Asha' }} />);
    document.querySelector('form')!.requestSubmit();
    expect(await screen.findByText('Enter a phone number or an email.')).toBeTruthy();
  });
});
