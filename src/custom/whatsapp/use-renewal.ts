import { useEffect, useRef, type RefObject } from 'react';
import { isRecord } from '../../schemas/kit/is-record';
import { freshToken } from './use-frame-token';

/**
 * In milliseconds: a token is valid for fifteen minutes; how long a client has to accept the next one, and how soon the page
 * requests it again.
 */
const renewAfter = 14 * 60_000;
const patience = 5000;
const again = 15_000;

/**
 * Before its token expires, a client of another origin is sent the next one as `{type: 'wa_token', token}` and answers `{type:
 * 'wa_token_taken'}`; a client that does not answer is reloaded. Undefined origin: the built-in client, which asks for its own.
 */
export function useRenewal(frame: RefObject<HTMLIFrameElement | null>, origin: string | undefined, onStale: () => void): void {
  const latest = useRef(onStale);
  useEffect(() => {
    latest.current = onStale;
  });
  useEffect(() => {
    if (origin === undefined) return undefined;
    let timer = setTimeout(renew, renewAfter);
    let here = true;
    const later = (work: () => void, ms: number): void => {
      clearTimeout(timer);
      if (here) timer = setTimeout(work, ms);
    };
    function renew(): void {
      freshToken().then(
        (token) => {
          if (!here) return;
          frame.current?.contentWindow?.postMessage({ type: 'wa_token', token }, origin!);
          later(() => latest.current(), patience);
        },
        (error: unknown) => {
          console.error(error);
          later(renew, again);
        },
      );
    }
    const onMessage = ({ source, origin: from, data }: MessageEvent): void => {
      if (from !== origin || source !== frame.current?.contentWindow) return;
      if (isRecord(data) && data['type'] === 'wa_token_taken') later(renew, renewAfter);
    };
    window.addEventListener('message', onMessage);
    return () => {
      here = false;
      clearTimeout(timer);
      window.removeEventListener('message', onMessage);
    };
  }, [frame, origin]);
}
