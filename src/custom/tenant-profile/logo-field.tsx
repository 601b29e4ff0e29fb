import { Button } from 'antd';
import { useRef, useState, type ReactNode } from 'react';

const accepted = 'image/png,image/jpeg,image/webp,image/svg+xml';

/** The logo; a newly chosen one is shown before it is saved. */
export function LogoField({ address, onChoose }: { address: string; onChoose: (file: File) => void }): ReactNode {
  const chooser = useRef<HTMLInputElement>(null);
  const [preview, setPreview] = useState<string>();
  const shown = preview ?? address;
  return (
    <div className="p-tenant-field p-wide p-tenant-logo-field">
      {shown ? <img className="p-tenant-logo" src={shown} alt={preview ? 'New logo' : 'Logo'} /> : null}
      <Button onClick={() => chooser.current?.click()}>Click Here to Change Logo</Button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={accepted}
        aria-label="Logo file"
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          if (chosen) {
            if (preview) URL.revokeObjectURL(preview);
            setPreview(URL.createObjectURL(chosen));
            onChoose(chosen);
          }
          target.value = '';
        }}
      />
      <span className="p-quiet">PNG, JPEG, WebP or SVG, 2 MB maximum</span>
    </div>
  );
}
