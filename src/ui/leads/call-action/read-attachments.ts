import type { Attachment } from './values';

/** D-066: checks type, number and size; the server checks the content as well. */
export const acceptedExtensions = ['.pdf', '.jpg', '.png', '.jpeg'] as const;
const most = { files: 5, bytes: 5 * 1024 * 1024 };

/** The accepted files with their content, and a message for each of the others. */
export async function readAttachments(
  chosen: readonly File[],
  have: number,
): Promise<{ files: Attachment[]; refused: string[] }> {
  const refused: string[] = [];
  const fit: File[] = [];
  for (const file of chosen) {
    if (!acceptedExtensions.some((one) => one === `.${extensionOf(file.name)}`))
      refused.push(`${file.name}: only .pdf, .jpg, .png and .jpeg files can be attached.`);
    else if (file.size > most.bytes) refused.push(`${file.name} is larger than 5 MB.`);
    else if (have + fit.length >= most.files) refused.push(`${file.name}: you can attach up to ${most.files} files.`);
    else fit.push(file);
  }
  const files = await Promise.all(
    fit.map(async (file) => ({ img: await dataUrl(file), ext: extensionOf(file.name), name: file.name })),
  );
  return { files, refused };
}

const extensionOf = (name: string): string => (name.includes('.') ? name.split('.').at(-1)!.toLowerCase() : '');

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error(`${file.name} could not be read.`));
    reader.readAsDataURL(file);
  });
}
