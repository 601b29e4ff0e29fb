import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { Suspense, use } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onDemand } from '../../src/ui/dialogs/on-demand';
import { PageBoundary } from '../../src/ui/page/page-boundary';
import { freshBrowser } from './browser-fixture';

const reload = vi.fn();
beforeEach(() => {
  freshBrowser('/leads');
  reload.mockReset();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
const page = { default: ({ name }: { name: string }) => <p>page of {name}</p> };

describe('a component whose code loads on demand', () => {
  it('SHELL-013 loads nothing before it is shown, then shows the placeholder and the component', async () => {
    const load = vi.fn(async () => page);
    const Content = onDemand('leads', load, <p>waiting</p>);
    expect(load).not.toHaveBeenCalled();
    render(<Content name="leads" />);
    expect(screen.getByText('waiting')).toBeDefined();
    expect(await screen.findByText('page of leads')).toBeDefined();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('shows code that loaded between the first render and its effect', async () => {
    let give: (module: typeof page) => void = () => undefined;
    const Content = onDemand('leads', () => new Promise<typeof page>((resolve) => (give = resolve)), <p>waiting</p>);
    const warmed = Content.warm();
    give(page);
    render(<Content name="leads" />);
    await warmed;
    expect(await screen.findByText('page of leads')).toBeDefined();
  });

  it('is shown at once when it was preloaded', async () => {
    const Content = onDemand('leads', async () => page, <p>waiting</p>);
    await Content.warm();
    render(<Content name="leads" />);
    expect(screen.queryByText('waiting')).toBeNull();
    expect(screen.getByText('page of leads')).toBeDefined();
  });

  it('waits alone where the component itself reads something that has not arrived: the page around it stays', async () => {
    let arrive: (name: string) => void = () => undefined;
    const name = new Promise<string>((resolve) => (arrive = resolve));
    const Content = onDemand('leads', async () => ({ default: () => <p>page of {use(name)}</p> }), <p>waiting</p>);
    await Content.warm();
    await act(async () => {
      render(
        <Suspense fallback="whole page">
          <h1>Lead</h1>
          <Content />
        </Suspense>,
      );
    });
    expect(document.body.textContent).toBe('Leadwaiting');
    await act(async () => arrive('leads'));
    expect(document.body.textContent).toBe('Leadpage of leads');
  });

  it('ignores a failed preload; when shown it reloads once, then the boundary shows the error', async () => {
    const Content = onDemand<{ name: string }>('leads', () => Promise.reject(new TypeError('gone')), <p>waiting</p>);
    await Content.warm();
    expect(reload).not.toHaveBeenCalled();
    const first = render(<Content name="leads" />);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    first.unmount();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    render(
      <PageBoundary>
        <Content name="leads" />
      </PageBoundary>,
    );
    expect((await screen.findByRole('alert')).textContent).toContain('This page could not be shown');
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
