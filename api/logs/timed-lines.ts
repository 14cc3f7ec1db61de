import {StringDecoder} from 'node:string_decoder';

export interface TimedLine {
	/** Milliseconds since 1970. */
	time: number;
	text: string;
}

/** Characters of a line; a longer one is cut into several. */
const longestLine = 256 * 1024;
/** Lines of earlier versions have milliseconds since 1970. */
const timed = /"time":(?:"([^"]{10,30})"|(\d{1,15}))/;
/** The time stands near the front of a line. */
const searchedLength = 200;

/**
 * Lines with their times, in groups that were read together, none of them empty. A line without a time has that of the
 * line before.
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<TimedLine[]> {
	const decoder = new StringDecoder('utf8');
	let begun = '';
	let time = 0;
	const toLines = (texts: readonly string[]) =>
		texts
			.filter(text => text !== '')
			.map(text => {
				time = timeOf(text) ?? time;
				return {time, text};
			});
	for await (const chunk of chunks) {
		const texts = (begun + decoder.write(chunk)).split('\n');
		begun = texts.pop() ?? '';
		if (begun.length > longestLine) {
			texts.push(begun);
			begun = '';
		}
		const lines = toLines(texts);
		if (lines.length > 0) {
			yield lines;
		}
	}
	const last = toLines([begun + decoder.end()]);
	if (last.length > 0) {
		yield last;
	}
}

function timeOf(text: string): number | null {
	const [, iso, milliseconds] = timed.exec(text.slice(0, searchedLength)) ?? [];
	const time = iso === undefined ? Number(milliseconds ?? Number.NaN) : Date.parse(iso);
	return Number.isNaN(time) ? null : time;
}
