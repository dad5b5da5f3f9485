// Data files of the static site: a JSON header and columns of bytes, packed by saizen.site.packing.

import { Refused } from "./refused.js";

const FORMAT = 1;

/** Unpack the text of a data file: {head, columns}. What is damaged or of another format is refused. */
export async function unpack(name, base64) {
  if (typeof DecompressionStream === "undefined") {
    throw new Refused("This browser cannot unpack the games; a newer one can.");
  }
  let bytes;
  try {
    bytes = await inflated(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)));
    return read(bytes);
  } catch (error) {
    if (error instanceof Refused) throw new Refused(`${name}: ${error.message}`);
    throw new Refused(`${name} is damaged: copy the folder of the site again.`);
  }
}

async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Read the header and the columns of a body. */
function read(bytes) {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + size)));
  if (head.format !== FORMAT) {
    throw new Refused(`this file has format ${head.format}, the page reads ${FORMAT}: build the site again.`);
  }
  const columns = {};
  let at = 4 + size;
  for (const [name, length] of head.columns) {
    columns[name] = bytes.subarray(at, at + length);
    at += length;
  }
  if (at !== bytes.length) throw new Error("its columns do not fill it");
  return { head, columns };
}

/** Read unsigned LEB128 numbers, as many as there are, or a known count. */
export function ints(bytes, count = undefined) {
  const out = count === undefined ? [] : new Int32Array(count);
  let n = 0;
  for (let at = 0; at < bytes.length; n++) {
    let value = 0;
    let shift = 0;
    let byte;
    do {
      byte = bytes[at++];
      value |= (byte & 127) << shift;
      shift += 7;
    } while (byte > 127);
    out[n] = value;
  }
  return out;
}

/** Read numbers of eight bytes each. */
export function floats(bytes) {
  return new Float64Array(bytes.slice().buffer);
}

/** A number that is written as a fraction: "1/3", "-2", or 0.25. */
export function number(text) {
  if (typeof text === "number") return text;
  const [over, under] = text.split("/");
  return under ? Number(over) / Number(under) : Number(over);
}
