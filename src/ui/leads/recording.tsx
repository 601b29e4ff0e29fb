import { useRef, useState, type ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { useMayDo } from '../../providers/rights';
import { recordingDownload } from '../../schemas/calls/call-history';
import { Icon } from '../marks/icon';
import { toasts } from '../toasts/toasts';
import './recording.css';

const speeds = [1, 1.25, 1.5, 2] as const;

/**
 * A call's recording with its speed; its address is valid for a quarter of an hour. Downloading it needs a right of its own, and
 * the server keeps who did.
 */
export function Recording({ url, of, callId }: { url: string; of: string; callId: string }): ReactNode {
  const player = useRef<HTMLAudioElement>(null);
  const [speed, setSpeed] = useState<number>(1);
  const [failed, setFailed] = useState(false);
  const mayDownload = useMayDo(recordingDownload)('create');
  const faster = (): void => {
    const next = speeds.find((one) => one > speed) ?? speeds[0];
    setSpeed(next);
    if (player.current) player.current.playbackRate = next;
  };
  if (failed) return <span className="p-quiet">The recording could not be loaded. Reload the page to hear it.</span>;
  return (
    <span className="p-recording">
      <audio
        ref={player}
        src={url}
        controls
        controlsList="nodownload"
        preload="none"
        aria-label={of}
        onError={() => setFailed(true)}
      />
      <button type="button" className="p-icon-button" aria-label={`Speed ${speed}×`} title="Speed" onClick={faster}>
        {speed}×
      </button>
      {mayDownload ? (
        <button
          type="button"
          className="p-icon-button"
          aria-label={`Download: ${of}`}
          title="Download"
          onClick={() => void download(callId)}
        >
          <Icon name="download" />
        </button>
      ) : null}
    </span>
  );
}

async function download(callId: string): Promise<void> {
  try {
    const { data } = await call(recordingDownload, { id: callId });
    const link = document.createElement('a');
    link.href = data.url;
    link.download = '';
    link.click();
  } catch (error) {
    toasts.error(error);
  }
}
