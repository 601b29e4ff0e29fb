import { Button } from 'antd';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';

const accepted = 'image/png,image/jpeg,image/webp,image/svg+xml';

/** The logo: the URL of the stored image, or a newly chosen file, which is shown before it is saved. */
export function LogoField({ value, onChoose }: { value: unknown; onChoose: (file: File) => void }): ReactNode {
  const chooser = useRef<HTMLInputElement>(null);
  const preview = useMemo(() => (value instanceof File ? URL.createObjectURL(value) : undefined), [value]);
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);
  const shown = preview ?? (typeof value === 'string' ? value : '');
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
          if (chosen) onChoose(chosen);
          target.value = '';
        }}
      />
      <span className="p-quiet">PNG, JPEG, WebP or SVG, 2 MB maximum</span>
    </div>
  );
}
