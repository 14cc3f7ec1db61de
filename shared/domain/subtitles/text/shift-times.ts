import {timeOf, timeText} from './cue.ts';

type Format = 'srt' | 'ass' | 'vtt';

/** Lines with times; what people say may look like a time, and stays. */
const timed: Readonly<Record<Format, RegExp>> = {
	srt: /^[\d:,. ]{1,40}-->/,
	vtt: /^[\d:. ]{1,40}-->/,
	ass: /^(?:Dialogue|Comment):[^,]{0,40},[\d:. ]{1,20},[\d:. ]{1,20},/i,
};
const time = /(?:(?<hours>\d{1,3}):)?(?<minutes>\d{1,2}):(?<seconds>\d{2})(?<point>[,.])(?<fraction>\d{1,3})/g;
const timesALine = 2;

/**
 * A subtitle of one of the forms that `repairSubtitle` writes, with each time `offsetMs` milliseconds later, or earlier
 * if that is negative. Nothing begins before the video does.
 */
export function shiftTimes(text: string, {format, offsetMs}: {format: Format; offsetMs: number}): string {
	const shiftLine = (line: string) => {
		let left = timesALine;
		return line.replace(time, (whole, ...rest) => {
			left--;
			const groups = rest.at(-1) as Record<'hours' | 'minutes' | 'seconds' | 'point' | 'fraction', string | undefined>;
			return left < 0 ? whole : written(Math.max(0, timeOf(groups) + offsetMs), format);
		});
	};
	return text
		.split('\n')
		.map(line => (timed[format].test(line) ? shiftLine(line) : line))
		.join('\n');
}

/** ASS has hundredths, and no zero before the hours. */
function written(ms: number, format: Format): string {
	return format === 'ass'
		? timeText(ms, '.')
				.slice(0, -1)
				.replace(/^0(?=\d)/, '')
		: timeText(ms, format === 'srt' ? ',' : '.');
}
