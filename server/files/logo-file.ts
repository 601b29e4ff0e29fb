import { readFile } from 'node:fs/promises';
import { invalid } from '../../src/schemas/kit/problem';
import { cleanSvg } from '../domain/clean-svg';
import { pictureSize } from '../domain/picture-size';
import { fileKindOf } from '../domain/file-kinds';
import type { Context } from '../context/context';
import { storedBytesOf } from './stored-upload';

const field = 'logo_image';
const mostBytes = 2 * 1024 * 1024;
const mostSide = 4000;

/**
 * Keeps the uploaded logo and returns what the tenant stores: png, jpeg, webp or a cleaned svg (D-110). Throws 422 at the field.
 */
export async function keepLogo({ upload, services, tx, session }: Context): Promise<string> {
  if (!upload) throw invalid(field, 'Logo: choose a file');
  if (upload.size > mostBytes) throw invalid(field, 'Logo is too large; the maximum is 2 MB');
  const mime = mimeOf(upload.name, await readFile(upload.path));
  const { id } = await services.files.put(tx, session.tenantId, {
    name: upload.name,
    mime,
    stored: storedBytesOf(upload),
    purpose: 'picture',
    ownerResource: 'tenant',
  });
  return `files/${id}`;
}

/** The kind of the picture; what is stored of a drawing is its cleaned form. */
function mimeOf(name: string, bytes: Buffer): string {
  if (/\.svg$/i.test(name)) {
    const clean = cleanSvg(bytes.toString('utf8'));
    if (clean === null) throw invalid(field, 'Logo: the content is not an SVG file');
    const side = (which: string): number => Number(new RegExp(`^<svg[^>]*\\s${which}="([\\d.]+)(?:px)?"`).exec(clean)?.[1] ?? 0);
    refuseLarge({ width: side('width'), height: side('height') });
    return 'image/svg+xml';
  }
  const kind = fileKindOf(field, name, bytes.subarray(0, 512));
  if (typeof kind === 'string' || kind.mime === 'image/gif') throw invalid(field, 'Logo must be a PNG, JPEG, WebP or SVG file');
  const size = pictureSize(kind.mime, bytes);
  if (!size?.width || !size.height) throw invalid(field, 'Logo: the image could not be read');
  refuseLarge(size);
  return kind.mime;
}

function refuseLarge({ width, height }: { readonly width: number; readonly height: number }): void {
  if (width > mostSide || height > mostSide)
    throw invalid(field, `Logo is too large; the maximum is ${mostSide} by ${mostSide} pixels`);
}
