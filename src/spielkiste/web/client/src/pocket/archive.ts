// An archive whose files lie in it as they are: read here in no time, where Python's own way takes a tenth of a second.
const END = 0x06054b50;
const END_BYTES = 22; // without a comment, as ours is
const ENTRY = 0x02014b50;

/** The files of a zip in which nothing is packed. */
export function* filesIn(zip: ArrayBuffer): Generator<[name: string, data: Uint8Array]> {
  const view = new DataView(zip);
  const end = zip.byteLength - END_BYTES;
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error("not an archive of ours");
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== ENTRY || view.getUint16(at + 10, true)) throw new Error("not an archive of ours");
    const [named, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [number, number, number];
    yield [new TextDecoder().decode(new Uint8Array(zip, at + 46, named)), dataOf(view, view.getUint32(at + 42, true), view.getUint32(at + 24, true))];
    at += 46 + named + extra + comment;
  }
}

function dataOf(view: DataView, head: number, bytes: number): Uint8Array {
  const begin = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
  return new Uint8Array(view.buffer, begin, bytes);
}
