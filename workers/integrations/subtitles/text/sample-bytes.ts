/** Bytes that are looked at to find an encoding; more do not change the verdict. */
const sampleBytes = 10 * 1024;
const plainBytes = 4 * 1024;
const lineFeed = 0x0a;
/** Lines of times and numbers say nothing about the language. */
const firstLetters = /[A-Za-z]{2}/;

export interface ByteSample {
	/** Lines that are not plain ASCII. */
	foreign: Buffer;
	/** Lines of plain ASCII, which tell the language where the others are few. */
	plain: string;
}

/** Lines of a text, up to a limit. Only UTF-16 has the byte of a line feed within a character. */
export function sampleOf(bytes: Buffer): ByteSample {
	const lines: Buffer[] = [];
	let size = 0;
	let plain = '';
	for (let from = 0; from < bytes.length && size < sampleBytes; ) {
		const end = bytes.indexOf(lineFeed, from);
		const next = end === -1 ? bytes.length : end + 1;
		const line = bytes.subarray(from, Math.min(next, from + sampleBytes));
		if (line.some(byte => byte > 0x7f)) {
			lines.push(line);
			size += line.length;
		} else if (plain.length < plainBytes) {
			plain += asWords(line.toString('latin1'));
		}
		from = next;
	}
	return {foreign: Buffer.concat(lines), plain};
}

function asWords(line: string): string {
	return firstLetters.test(line) ? line.slice(0, plainBytes) : '';
}
