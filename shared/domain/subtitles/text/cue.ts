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

/** Milliseconds of a time given in parts; `fraction` is the digits behind the point. */
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

/** In the order in which they appear, each with an end behind its beginning. Cues may overlap. */
export function inOrder(cues: readonly Cue[]): Cue[] {
	return cues
		.filter(({lines}) => lines.length > 0)
		.map(cue => (cue.end < cue.start ? {...cue, end: cue.start + mendedMs} : cue))
		.toSorted((a, b) => a.start - b.start);
}
