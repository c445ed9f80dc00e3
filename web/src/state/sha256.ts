/**
 * SHA-256 (FIPS 180-4), for pages that are not encrypted: there browsers offer none, and a club's
 * server on a local network has no certificate.
 */

const INITIAL = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const CONSTANTS = (() => {
  const primes: bigint[] = [];
  for (let n = 2n; primes.length < 64; n++) {
    if (primes.every((prime) => n % prime !== 0n)) primes.push(n);
  }
  return Uint32Array.from(primes, (prime) => Number(cubeRoot(prime << 96n) & 0xffffffffn));
})();

/** Return the whole part of a cube root. */
function cubeRoot(value: bigint): bigint {
  let [low, high] = [0n, 1n << 40n];
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** 3n <= value) low = middle;
    else high = middle - 1n;
  }
  return low;
}

const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** Return the message with a one bit, zeros and its length in bits behind it. */
function padded(message: Uint8Array): DataView {
  const length = Math.ceil((message.length + 9) / 64) * 64;
  const bytes = new Uint8Array(length);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(length - 8, BigInt(message.length) * 8n);
  return view;
}

function schedule(message: DataView, offset: number): Int32Array {
  const words = new Int32Array(64);
  for (let i = 0; i < 16; i++) words[i] = message.getInt32(offset + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [early, late] = [words[i - 15]!, words[i - 2]!];
    const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16]! + first + words[i - 7]! + second;
  }
  return words;
}

/** Return the 32 bytes of a message's hash. */
export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = padded(message);
  const state = Int32Array.from(INITIAL);
  for (let offset = 0; offset < blocks.byteLength; offset += 64) {
    const words = schedule(blocks, offset);
    let [a, b, c, d, e, f, g, h] = state as unknown as [
      number, number, number, number, number, number, number, number,
    ];
    for (let i = 0; i < 64; i++) {
      const sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const first = (h + sum1 + ((e & f) ^ (~e & g)) + CONSTANTS[i]! + words[i]!) | 0;
      const sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => {
      state[index] = (state[index] ?? 0) + word;
    });
  }
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => hash.setInt32(4 * index, word));
  return new Uint8Array(hash.buffer);
}
