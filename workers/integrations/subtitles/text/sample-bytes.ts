/** Bytes that are looked at to find an encoding; more do not change the verdict. */
const sampleBytes = 10 * 1024;
const lineFeed = 0x0a;

/**
 * The lines of a text that are not plain ASCII, up to a limit. Only UTF-16 has the byte of a line feed within a
 * character.
 */
export function sampleOf(bytes: Buffer): Buffer {
	const lines: Buffer[] = [];
	let size = 0;
	for (let from = 0; from < bytes.length && size < sampleBytes; ) {
		const end = bytes.indexOf(lineFeed, from);
		const next = end === -1 ? bytes.length : end + 1;
		const line = bytes.subarray(from, Math.min(next, from + sampleBytes));
		if (line.some(byte => byte > 0x7f)) {
			lines.push(line);
			size += line.length;
		}
		from = next;
	}
	return Buffer.concat(lines);
}
