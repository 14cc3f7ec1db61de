import {type Cue, timeText} from './cue.ts';

/** SRT of cues in order. They keep their numbers when these count upwards; otherwise they are numbered from 1. */
export function writeSrt(cues: readonly Cue[]): string {
	const counts = cues.every(({number}, index) => number !== null && number > (cues[index - 1]?.number ?? -1));
	return cues
		.map(({number, start, end, lines}, index) => {
			const shown = counts ? number : index + 1;
			return `${shown}\n${timeText(start)} --> ${timeText(end)}\n${lines.join('\n')}\n`;
		})
		.join('\n');
}
