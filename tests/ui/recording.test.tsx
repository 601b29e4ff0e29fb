import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from './app-fixture';
import { StrictMode, type ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import AddTicket from '../../src/custom/help-support/add-ticket';
import { StopRecording } from '../../src/custom/recording/stop-recording';
import {
  recordingStatus,
  startRecording,
  stopRecording,
  takeRecording,
  useRecordingStatus,
} from '../../src/providers/calls/recording';
import { endSession } from '../../src/providers/session/session';
import { freshBrowser, signedIn, stubNetwork, windowWidth } from './browser-fixture';

/** The browser's part: a screen with one video and one audio track, and a recorder that outputs what it is given. */
class Track extends EventTarget {
  readyState = 'live';
  stop = (): void => void (this.readyState = 'ended');
}
class Recorder {
  static last: Recorder;
  state = 'inactive';
  ondataavailable?: (event: { data: Blob }) => void;
  onstop?: () => void;
  onerror?: (event: unknown) => void;
  constructor(
    readonly stream: unknown,
    readonly options: { mimeType: string },
  ) {
    Recorder.last = this;
  }
  start = (): void => void (this.state = 'recording');
  stop = (): void => {
    this.state = 'inactive';
    queueMicrotask(() => {
      this.ondataavailable?.({ data: new Blob(['end']) });
      this.onstop?.();
    });
  };
}
let tracks: Track[];
let choose: () => Promise<unknown>;
let logged: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  freshBrowser('/leads');
  windowWidth(1366);
  signedIn();
  stubNetwork(() => undefined);
  tracks = [new Track(), new Track()];
  choose = () => Promise.resolve({ getTracks: () => tracks });
  vi.stubGlobal('MediaRecorder', Recorder);
  Object.defineProperty(navigator, 'mediaDevices', { value: { getDisplayMedia: () => choose() }, configurable: true });
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  act(() => endSession({ comeBack: false }));
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Place(): ReactNode {
  const { pathname, search } = useLocation();
  return <p data-testid="place">{pathname + search}</p>;
}
function Status(): ReactNode {
  return <p data-testid="status">{useRecordingStatus()}</p>;
}
const text = (id: string): string => screen.getByTestId(id).textContent!;
function stand(): void {
  render(
    <App>
      <MemoryRouter initialEntries={['/leads']}>
        <StopRecording routes={new Set(['/help-support/list'])} />
        <Place />
        <Status />
      </MemoryRouter>
    </App>,
  );
}
const start = (): Promise<boolean> => act(() => startRecording());
const button = (): HTMLElement | null => screen.queryByRole('button', { name: 'Stop Recording' });
const ended = (): boolean[] => tracks.map((track) => track.readyState === 'ended');

describe('screen recording', () => {
  it("HEADER-002 REC-001 REC-002 REC-004 is idle, records, and is stopped by 'Stop Recording', which leads to the tickets", async () => {
    stand();
    expect(text('status')).toBe('idle');
    expect(button()).toBeNull();
    await start();
    expect(text('status')).toBe('recording');
    fireEvent.click(button()!);
    await waitFor(() => expect(text('status')).toBe('stopped'));
    expect(button()).toBeNull();
    expect(ended()).toEqual([true, true]);
    await waitFor(() => expect(text('place')).toBe('/help-support/list?openAddTicketModal=1'));
  });

  it("REC-001 follows the browser's own stop", async () => {
    stand();
    await start();
    act(() => void tracks[0]!.dispatchEvent(new Event('ended')));
    await waitFor(() => expect(text('status')).toBe('stopped'));
    expect(ended()).toEqual([true, true]);
  });

  it('TRUST-S25 a recorder that ends by itself leaves no track open', async () => {
    stand();
    await start();
    act(() => Recorder.last.stop());
    await waitFor(() => expect(text('status')).toBe('stopped'));
    expect(ended()).toEqual([true, true]);
  });

  it('REC-003 a cancelled screen picker counts as stopped, without a message', async () => {
    stand();
    choose = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    expect(await start()).toBe(false);
    expect(text('status')).toBe('stopped');
    expect(logged).not.toHaveBeenCalled();
    expect(document.body.textContent).not.toContain('could not');
    expect(text('place')).toBe('/leads');
  });

  it('REC-005 REC-006 CONST-030 creates a video/webm file named by its time', async () => {
    const before = Date.now();
    await start();
    expect(Recorder.last.options.mimeType).toBe('video/webm');
    stopRecording();
    await waitFor(() => expect(recordingStatus.get()).toBe('stopped'));
    const file = takeRecording()!;
    expect(file.type).toBe('video/webm');
    const [, at] = /^(\d+)\.webm$/.exec(file.name)!;
    expect(Number(at)).toBeGreaterThanOrEqual(before);
    expect(Number(at)).toBeLessThanOrEqual(Date.now());
    expect(takeRecording()).toBeUndefined(); // it can be taken only once
  });

  it('REC-007 other failures are only logged', async () => {
    stand();
    choose = () => Promise.reject(new DOMException('no screen', 'NotFoundError'));
    expect(await start()).toBe(false);
    expect(logged).toHaveBeenCalledTimes(1);
    expect(document.body.textContent).not.toContain('could not');
    vi.stubGlobal('MediaRecorder', function broken() {
      throw new DOMException('codec', 'NotSupportedError');
    });
    choose = () => Promise.resolve({ getTracks: () => tracks });
    expect(await start()).toBe(false);
    expect(ended()).toEqual([true, true]);
  });

  it('stops after ten minutes, at 100 MiB and with the session, which discards the recording', async () => {
    vi.useFakeTimers();
    try {
      await start();
      await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
      expect(recordingStatus.get()).toBe('stopped');
      await start();
      const big = { size: 101 * 1024 * 1024 } as Blob;
      Recorder.last.ondataavailable?.({ data: big });
      await act(() => vi.advanceTimersByTimeAsync(1));
      expect(recordingStatus.get()).toBe('stopped');
      tracks = [new Track()];
      await start();
      act(() => endSession({ comeBack: false }));
      await act(() => vi.advanceTimersByTimeAsync(1));
      expect(ended()).toEqual([true]);
      expect(takeRecording()).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not offered if the browser cannot share the screen, as on a phone', () => {
    Object.defineProperty(navigator, 'mediaDevices', { value: {}, configurable: true });
    render(
      <QueryClientProvider client={new QueryClient()}>
        <App>
          <AddTicket onClose={() => undefined} />
        </App>
      </QueryClientProvider>,
    );
    expect(screen.getByLabelText(/Subject/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Record screen' })).toBeNull();
  });

  it('D-075 starts in the ticket dialog, which reopens with the file and the typed text', async () => {
    const dialog = (onClose: () => void): ReactNode => (
      <StrictMode>
        <QueryClientProvider client={new QueryClient()}>
          <App>
            <AddTicket onClose={onClose} />
          </App>
        </QueryClientProvider>
      </StrictMode>
    );
    const closed = vi.fn();
    const { unmount } = render(dialog(closed));
    fireEvent.change(screen.getByLabelText(/Subject/), { target: { value: 'The list flickers' } });
    fireEvent.click(screen.getByRole('button', { name: 'Record screen' }));
    await waitFor(() => expect(closed).toHaveBeenCalled());
    unmount();
    stopRecording();
    await waitFor(() => expect(recordingStatus.get()).toBe('stopped'));
    render(dialog(closed));
    expect(screen.getByLabelText<HTMLInputElement>(/Subject/).value).toBe('The list flickers');
    expect(screen.getByRole('list', { name: 'Attached files' }).textContent).toMatch(/^\d+\.webm$/);
  });
});
