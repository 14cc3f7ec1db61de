/** One piece of text with its time on the screen. */
export interface Cue {
	/** Its number in the file; null when it has none. */
	number: number | null;
	/** Milliseconds from the beginning of the video. */
	start: number;
	end: number;
	/** Without line ends and without empty lines. */
	lines: string[];
}

const msPerSecond = 1000;
const msPerMinute = 60 * msPerSecond;
const msPerHour = 60 * msPerMinute;

/** `01:02:03,004`, as SRT has it; VTT has a point. */
export function timeText(ms: number, point: ',' | '.' = ','): string {
	const two = (value: number) => String(value).padStart(2, '0');
	const hours = Math.floor(ms / msPerHour);
	const rest = ms - hours * msPerHour;
	const seconds = Math.floor((rest % msPerMinute) / msPerSecond);
	return `${two(hours)}:${two(Math.floor(rest / msPerMinute))}:${two(seconds)}${point}${String(rest % msPerSecond).padStart(3, '0')}`;
}

/** Milliseconds of a time given in parts; `fraction` is the digits after the point. */
export function timeOf({
	hours,
	minutes,
	seconds,
	fraction,
}: Record<'hours' | 'minutes' | 'seconds' | 'fraction', string | undefined>): number {
	const ms = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'));
	return Number(hours ?? 0) * msPerHour + Number(minutes ?? 0) * msPerMinute + Number(seconds ?? 0) * msPerSecond + ms;
}

/** Milliseconds for which a cue is shown that would end before it begins. */
const mendedMs = 2000;

/** In the order in which they appear, each with an end after its beginning. Cues may overlap. */
export function inOrder(cues: readonly Cue[]): Cue[] {
	return cues
		.filter(({lines}) => lines.length > 0)
		.map(cue => (cue.end < cue.start ? {...cue, end: cue.start + mendedMs} : cue))
		.toSorted((a, b) => a.start - b.start);
}

const plainTime = String.raw`(\d{1,3}):(\d{1,2}):(\d{1,2})(?:[,.:](\d{1,9}))?(?![a-z\d])`;
const arrow = /\s{0,5}-{1,3}\s?>{1,2}\s{0,5}/;
const beginsWithTime = new RegExp(`^\\s{0,20}${plainTime}`);
/** How long a cue stays whose end cannot be read. */
export const unendedMs = 4000;

/** The times of a line with an arrow of which only one can be read: `00:00:12,95 --> 00:00:14,0:`. */
export function brokenTiming(line: string): {start: number; end: number; beside: string} | null {
	const between = arrow.exec(line);
	if (!between) {
		return null;
	}
	const [start, end] = [line.slice(0, between.index), line.slice(between.index + between[0].length)].map(part => {
		const [, hours, minutes, seconds, fraction] = beginsWithTime.exec(part) ?? [];
		return hours === undefined ? null : timeOf({hours, minutes, seconds, fraction});
	});
	const from =
		start ?? (end == null || !/^[\s\d:.,;a-z-]{0,20}$/i.test(line.slice(0, between.index)) ? null : Math.max(0, end - unendedMs));
	return from == null ? null : {start: from, end: end ?? from + unendedMs, beside: ''};
}
