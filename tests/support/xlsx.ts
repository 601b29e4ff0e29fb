import { inflateRawSync } from 'node:zlib';

/** The texts of a zip's entries, by name. */
export function unzip(bytes: Buffer): Map<string, string> {
  const parts = new Map<string, string>();
  let end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size, nameLength, extra, comment] = [10, 20, 28, 30, 32].map((offset) =>
      offset === 20 ? bytes.readUInt32LE(at + offset) : bytes.readUInt16LE(at + offset),
    ) as [number, number, number, number, number];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(from, from + size);
    parts.set(name, (method === 8 ? inflateRawSync(data) : data).toString('utf8'));
    at += 46 + nameLength + extra + comment;
  }
  return parts;
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The cells of every sheet of a spreadsheet, as texts. */
export function sheetsOf(bytes: Buffer): string[][][] {
  const sheets = [...unzip(bytes)].filter(([name]) => name.startsWith('xl/worksheets/sheet'));
  return sheets.map(([, xml]) =>
    [...xml.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<c[^>]*?(?:\/>|>(.*?)<\/c>)/gs)].map(([, cell = '']) =>
        cell.replaceAll(/<[^>]*>/g, '').replaceAll(/&(\w+);/g, (all, name: string) => characters[name] ?? all),
      ),
    ),
  );
}
