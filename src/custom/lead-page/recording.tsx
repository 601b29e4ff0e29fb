import { useRef, useState, type ReactNode } from 'react';
import { useMayDo } from '../../providers/rights';
import { Icon } from '../../ui/marks/icon';
import './recording.css';

const speeds = [1, 1.25, 1.5, 2] as const;

/** A call's recording with its speed; who may export leads may download it. Its address is valid for a quarter of an hour. */
export function Recording({ url, of }: { url: string; of: string }): ReactNode {
  const player = useRef<HTMLAudioElement>(null);
  const [speed, setSpeed] = useState<number>(1);
  const [failed, setFailed] = useState(false);
  const mayDownload = useMayDo('leads')('export');
  const faster = (): void => {
    const next = speeds.find((one) => one > speed) ?? speeds[0];
    setSpeed(next);
    if (player.current) player.current.playbackRate = next;
  };
  if (failed) return <span className="p-quiet">The recording could not be loaded. Reload the page to hear it.</span>;
  return (
    <span className="lp-recording">
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
        <a className="p-icon-button" href={url} download aria-label={`Download: ${of}`} title="Download">
          <Icon name="download" />
        </a>
      ) : null}
    </span>
  );
}
