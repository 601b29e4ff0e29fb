import { Refine, type DataProvider } from '@refinedev/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from './app-fixture';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { declareSubjects } from '../../src/providers/rights';
import { setWho } from '../../src/providers/session/who';
import { formFields } from '../../src/resources/form/form-fields';
import ResourceForm from '../../src/resources/form/resource-form';
import { ResourceList } from '../../src/resources/list/resource-list';
import { everyLevel, levelsOf } from '../../src/schemas/kit/access';
import { titleOf } from '../../src/schemas/kit/resource';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';
import { converted } from '../fixtures/json-schemas/converted';
import { compiledChunk } from '../support/compiled-chunk';

vi.mock('virtual:manifest', () => ({ manifest: [], loadChunk: () => Promise.reject(new Error('no build here')) }));
afterEach(cleanup);

it.each(converted.map(({ file, resource }) => [file, resource] as const))(
  '%s: form and list render, with every field and the record of the example',
  async (_, resource) => {
    freshBrowser();
    signedIn({ role: 1 });
    declareSubjects([resource]);
    stubNetwork(() =>
      json({ code: 200, data: { views: [], columns: null, role_columns: null, default_view: null, pinned: [] } }),
    );
    setWho({ role: 1, type: 'org', levels: levelsOf(everyLevel()) });
    const example = { id: 'a1', row_version: 1, status: 1, ...resource.examples![0] };
    const provider = {
      getApiUrl: () => '',
      getList: () => Promise.resolve({ data: [example], total: 1, totalExact: true }),
    } as unknown as DataProvider;
    const chunk = compiledChunk(resource);
    const inApp = (page: React.ReactNode) => (
      <App>
        <MemoryRouter>
          <Refine dataProvider={provider} options={{ disableTelemetry: true }}>
            {page}
          </Refine>
        </MemoryRouter>
      </App>
    );
    render(inApp(<ResourceForm chunk={chunk} as="page" onClose={() => undefined} onSaved={() => undefined} />));
    const first = resource.columns![0]!;
    await waitFor(() => expect(document.querySelector('.p-form label')).not.toBeNull());
    expect(document.querySelector(`label[for="root_${first}"]`)?.textContent).toContain(titleOf(resource, first));
    for (const fold of document.querySelectorAll<HTMLElement>('.p-section-fold[aria-expanded=false]')) fireEvent.click(fold);
    await waitFor(() => expect(document.querySelectorAll('.p-field')).toHaveLength(formFields(resource).length));
    cleanup();

    render(inApp(<ResourceList resource={resource} />));
    expect((await screen.findAllByText(String(example[first as keyof typeof example]))).length).toBeGreaterThan(0);
  },
);
