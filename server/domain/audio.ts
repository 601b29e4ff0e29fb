/** Length of a recording in seconds: of a WAV from its header, of an MP3 from its first frame's bit rate. Null: neither. */
export function audioSeconds(bytes: Buffer): number | null {
  if (bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WAVE')
    return wavSeconds(bytes);
  return mp3Seconds(bytes);
}

function wavSeconds(bytes: Buffer): number | null {
  let perSecond = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.subarray(at, at + 4).toString('latin1');
    const size = bytes.readUInt32LE(at + 4);
    if (name === 'fmt ' && at + 20 <= bytes.length) perSecond = bytes.readUInt32LE(at + 16);
    if (name === 'data') return perSecond ? Math.round(Math.min(size, bytes.length - at - 8) / perSecond) : null;
    at += 8 + size + (size % 2);
  }
  return null;
}

const rates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] as const;

function mp3Seconds(bytes: Buffer): number | null {
  let at = 0;
  if (bytes.subarray(0, 3).toString('latin1') === 'ID3' && bytes.length > 10)
    at = 10 + ((bytes[6]! & 127) << 21) + ((bytes[7]! & 127) << 14) + ((bytes[8]! & 127) << 7) + (bytes[9]! & 127);
  const limit = Math.min(bytes.length - 4, at + 4096);
  for (; at < limit; at++) {
    if (bytes[at] !== 0xff || (bytes[at + 1]! & 0xe0) !== 0xe0) continue;
    const kilobits = rates[bytes[at + 2]! >> 4];
    if (kilobits) return Math.round(((bytes.length - at) * 8) / (kilobits * 1000));
  }
  return null;
}
