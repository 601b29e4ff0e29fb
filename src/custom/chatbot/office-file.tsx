import { useState, type ReactNode } from 'react';
import { useTenantConfig } from '../../providers/calls/lead-calls';
import { Icon } from '../../ui/marks/icon';
import { isPublicAddress, type Attachment } from './chat';

/**
 * An office document in a frame of 400 px through the online viewer, if the operator configured one, the file has a public URL
 * and the user agreed to send it there; otherwise the file's details (D-128, TRUST-S24).
 */
export function OfficeFile({
  attachment: { file, previewUrl },
  children,
}: {
  attachment: Attachment;
  children: ReactNode;
}): ReactNode {
  const isPublic = isPublicAddress(previewUrl);
  const base = useTenantConfig(isPublic).data?.office_viewer_base;
  const [agreed, setAgreed] = useState(false);
  if (base && agreed)
    return (
      <iframe
        className="p-bot-frame"
        src={base + encodeURIComponent(previewUrl)}
        title={file.name}
        referrerPolicy="no-referrer"
        sandbox="allow-scripts allow-same-origin"
      />
    );
  return (
    <div className="p-bot-frame p-bot-office" role="group" aria-label={file.name}>
      <Icon name="file" size={24} />
      {children}
      {base ? (
        <>
          <p className="p-quiet">A preview gives the address of this file to {new URL(base).host}.</p>
          <button type="button" className="p-chip" onClick={() => setAgreed(true)}>
            <Icon name="eye" size={14} /> Preview online
          </button>
        </>
      ) : (
        <p className="p-quiet">{isPublic ? 'No online viewer is set up.' : 'Preview is not available for local files.'}</p>
      )}
    </div>
  );
}
