import { onSessionEnd } from '../session/session';
import { createStore, useStore } from '../store';
import { recordIn } from '../../schemas/kit/is-record';

/** 'stopped' after a recording, or if choosing a screen was cancelled. */
export type RecordingStatus = 'idle' | 'recording' | 'stopped';
export const recordingMime = 'video/webm';
/** D-075. */
const longest = 10 * 60_000;
const largest = 100 * 1024 * 1024;

interface Running {
  readonly recorder: MediaRecorder;
  readonly tracks: readonly MediaStreamTrack[];
  readonly timer: ReturnType<typeof setTimeout>;
  readonly chunks: Blob[];
}
export const recordingStatus = createStore<RecordingStatus>('idle');
let running: Running | undefined;
let made: File | undefined;

/** Phone browsers cannot share their screen. */
export const canRecord = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function';

/**
 * Asks the user for a screen and records it until stopRecording, the browser's own stop button, ten minutes or 100 MiB. Returns
 * whether the recording has started.
 */
export async function startRecording(): Promise<boolean> {
  if (running) return true;
  let stream: MediaStream | undefined;
  try {
    stream = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: true });
    const tracks = stream.getTracks();
    const recorder = new MediaRecorder(stream, { mimeType: recordingMime });
    const now: Running = { recorder, tracks, timer: setTimeout(stopRecording, longest), chunks: [] };
    let size = 0;
    recorder.ondataavailable = ({ data }) => {
      if (!data.size || size + data.size > largest) return data.size ? stopRecording() : undefined;
      size += data.size;
      now.chunks.push(data);
      return undefined;
    };
    recorder.onstop = () => finish(now);
    recorder.onerror = (event) => {
      console.error('the recording failed', event);
      stopRecording();
    };
    for (const track of tracks) track.addEventListener('ended', stopRecording);
    recorder.start(1000);
    running = now;
    made = undefined;
    recordingStatus.set('recording');
    return true;
  } catch (error) {
    for (const track of stream?.getTracks() ?? []) track.stop();
    const { name } = recordIn(error);
    if (name !== 'NotAllowedError' && name !== 'AbortError') console.error('the screen could not be recorded', error);
    recordingStatus.set('stopped');
    return false;
  }
}

/** The tracks are stopped in every case, so that the browser no longer shows a shared screen. */
export function stopRecording(): void {
  if (!running) return;
  const now = running;
  if (now.recorder.state === 'inactive') finish(now);
  else now.recorder.stop(); // the last data and 'stop' follow
  for (const track of now.tracks) track.stop();
}

/** Returns the recorded file, once, and forgets it. */
export function takeRecording(): File | undefined {
  const file = made;
  made = undefined;
  return file;
}
export const hasRecording = (): boolean => made !== undefined;
export const useRecordingStatus = (): RecordingStatus => useStore(recordingStatus);

function finish(now: Running): void {
  if (running !== now) return;
  running = undefined;
  clearTimeout(now.timer);
  for (const track of now.tracks) track.stop();
  if (now.chunks.length) made = new File(now.chunks, `${Date.now()}.webm`, { type: recordingMime });
  recordingStatus.set('stopped');
}
onSessionEnd(() => {
  const now = running;
  running = undefined; // later data is dropped
  if (now) {
    clearTimeout(now.timer);
    if (now.recorder.state !== 'inactive') now.recorder.stop();
    for (const track of now.tracks) track.stop();
  }
  made = undefined;
  recordingStatus.set('idle');
});
