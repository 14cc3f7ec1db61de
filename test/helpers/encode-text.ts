import iconv from 'iconv-lite';

const tone = /[\u0300\u0301\u0303\u0309\u0323]/;

/** Bytes of a text; windows-1258 has the accents of Vietnamese tones as characters of their own. */
export function encodeText(text: string, encoding: string): Buffer {
	return iconv.encode(encoding === 'windows-1258' ? withTonesApart(text) : text, encoding);
}

export function canEncode(text: string, encoding: string): boolean {
	return iconv.decode(encodeText(text, encoding), encoding).normalize('NFC') === text;
}

function withTonesApart(text: string): string {
	return Array.from(text, character => {
		const parts = character.normalize('NFD');
		const found = tone.exec(parts)?.[0];
		const isWhole = iconv.decode(iconv.encode(character, 'windows-1258'), 'windows-1258') === character;
		return found === undefined || isWhole ? character : parts.replace(found, '').normalize('NFC') + found;
	}).join('');
}

/** SRT of so many cues that repeat the lines. */
export function srtOf(lines: readonly string[], count: number): string {
	const two = (value: number) => String(value).padStart(2, '0');
	return Array.from({length: count}, (_, index) => {
		const at = `${two(Math.floor(index / 900))}:${two(Math.floor(index / 15) % 60)}:${two((index * 4) % 60)}`;
		return `${index + 1}\n${at},000 --> ${at},900\n${lines[index % lines.length]}\n`;
	}).join('\n');
}
