/** Bytes that are looked at. */
const lookBytes = 8192;
/** The digits, spaces and line ends of a subtitle are at least this part of it. */
const leastPart = 0.1;

/** UTF-16 without a byte order mark: ASCII characters have a zero byte, always on the same side. */
export function unmarkedUtf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
	const length = Math.min(lookBytes, bytes.length) & ~1;
	let even = 0;
	let odd = 0;
	for (let at = 0; at < length; at += 2) {
		even += bytes[at] === 0 && bytes[at + 1] !== 0 ? 1 : 0;
		odd += bytes[at + 1] === 0 && bytes[at] !== 0 ? 1 : 0;
	}
	const pairs = length / 2;
	if (pairs === 0 || Math.max(even, odd) < pairs * leastPart || Math.min(even, odd) > Math.max(even, odd) / 20) {
		return null;
	}
	return odd > even ? 'utf-16le' : 'utf-16be';
}
