import type { CSSProperties, ReactNode } from 'react';
import { brandPalette, isColor } from '../../ui/theme/brand-palette';
import { paletteOf, type Mode } from '../../ui/theme/theme';

/** How the brand looks in both themes. */
export function BrandPreviews({ color, name }: { color: string; name: string }): ReactNode {
  return (
    <div className="p-brand-previews">
      <Preview mode="light" color={color} name={name} />
      <Preview mode="dark" color={color} name={name} />
    </div>
  );
}

type TokenStyle = CSSProperties & Readonly<Record<`--p-${string}`, string>>;

/** A button, a link and a chosen row in the colours that this brand colour gives. */
function Preview({ mode, color, name }: { mode: Mode; color: string; name: string }): ReactNode {
  const base = paletteOf(mode);
  const palette = isColor(color) ? { ...base, ...brandPalette(color, base, mode === 'dark') } : base;
  const style: TokenStyle = {
    '--p-surface': palette.surface,
    '--p-text': palette.text,
    '--p-line': palette.line,
    '--p-primary': palette.primary,
    '--p-on-primary': palette['on-primary'],
    '--p-link': palette.link,
    '--p-selected': palette.selected,
  };
  return (
    <figure className="p-brand-preview" style={style}>
      <figcaption>{mode === 'light' ? 'Light' : 'Dark'}</figcaption>
      <strong>{name || 'Your brand'}</strong>
      <span className="p-brand-row">A chosen row</span>
      <span className="p-brand-link">A link</span>
      <span className="p-brand-button">Save</span>
    </figure>
  );
}
