import type {Cue} from './cue.ts';

const line = /^\s?\{(\d{1,8})\}\{(\d{0,8})\}(.{0,2000})$/;
/** Films run at this rate unless the file or the subtitle says otherwise. */
const usualFrameRate = 23.976;
/** How long a line without an end stays. */
const openEndedSeconds = 4;
const msPerSecond = 1000;

/** Reads MicroDVD, which counts frames. A first line of `{1}{1}25` is the rate that it was made for. */
export function parseFrames(lines: readonly string[], frameRate: number | null): Cue[] {
	const rows = lines.flatMap(each => {
		const found = line.exec(each);
		return found ? [{start: Number(found[1]), end: found[2] === '' ? null : Number(found[2]), text: found[3] ?? ''}] : [];
	});
	const [first] = rows;
	const ownRate = first && first.start <= 1 && (first.end ?? 0) <= 1 ? toRate(first.text) : null;
	const rate = ownRate ?? frameRate ?? usualFrameRate;
	const msOf = (frame: number) => Math.round((frame / rate) * msPerSecond);
	return rows.slice(ownRate === null ? 0 : 1).map(({start, end, text}) => ({
		number: null,
		start: msOf(start),
		end: end === null ? msOf(start) + openEndedSeconds * msPerSecond : msOf(end),
		lines: styled(text),
	}));
}

function toRate(text: string): number | null {
	const rate = /^\s*\d{2,3}(?:[.,]\d{1,6})?\s*$/.test(text) ? Number(text.trim().replace(',', '.')) : 0;
	return rate >= 10 && rate <= 120 ? rate : null;
}

/** `{y:i}` is for one line, `{Y:i}` for all of them; a leading slash means italics as well. */
function styled(text: string): string[] {
	const isAll = /\{Y:[^{}]{0,10}i/.test(text);
	return text
		.split('|')
		.map(each => {
			const isItalic = isAll || /\{y:[^{}]{0,10}i/.test(each) || /^\s*(?:\{[^{}]{0,40}\})*\s*\//.test(each);
			const plain = each
				.replace(/\{[a-zA-Z]:[^{}]{0,40}\}/g, '')
				.trim()
				.replace(/^\//, '')
				.trim();
			return isItalic && plain !== '' ? `<i>${plain}</i>` : plain;
		})
		.filter(each => each !== '');
}
