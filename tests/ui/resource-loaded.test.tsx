import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useIsLoaded, useResourceNow } from '../../src/providers/screens/use-resource';
import { streams } from '../../src/schemas/settings/streams';
import { PageBoundary } from '../../src/ui/page/page-boundary';
import { compiledChunk } from '../support/compiled-chunk';
import { freshBrowser } from './browser-fixture';

const coming = vi.hoisted(() => ({ load: (name: string): Promise<unknown> => Promise.reject(new Error(`${name} is not set`)) }));
vi.mock('virtual:manifest', () => ({ manifest: [], loadChunk: (name: string) => coming.load(name) }));

beforeEach(() => freshBrowser('/'));
afterEach(cleanup);

describe('a page of a resource', () => {
  const suspended = vi.fn();
  function Suspended(): ReactNode {
    suspended();
    return null;
  }
  function Content(): ReactNode {
    return <h1>{useResourceNow('streams', '').resource.label}</h1>;
  }
  function Page(): ReactNode {
    const ready = useIsLoaded('streams');
    return <Suspense fallback={<Suspended />}>{ready ? <Content /> : 'Loading'}</Suspense>;
  }

  it('waits without suspending and renders with the chunk: after a fallback React would delay it by 300 ms', async () => {
    let arrive: (chunk: unknown) => void = () => undefined;
    coming.load = () => new Promise((resolve) => (arrive = resolve));
    render(<Page />);
    expect(screen.getByText('Loading')).toBeTruthy();
    await act(async () => arrive(await compiledChunk(streams)));
    expect(screen.getByRole('heading').textContent).toBe(streams.label);
    expect(suspended).not.toHaveBeenCalled();
    cleanup();
    render(<Page />); // already loaded
    expect(screen.getByRole('heading')).toBeTruthy();
    expect(suspended).not.toHaveBeenCalled();
  });

  it('shows an error if it cannot be loaded, and does not retry endlessly', async () => {
    let tries = 0;
    coming.load = () => Promise.reject(new Error(`no answer ${++tries}`));
    const Other = (): ReactNode => (useIsLoaded('leads') ? 'There' : 'Loading');
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    render(
      <PageBoundary>
        <Other />
      </PageBoundary>,
    );
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(tries).toBe(1);
    quiet.mockRestore();
  });
});
