import {readNumbering} from './parse-series.ts';
import type {Mark, Release} from './patterns/numbering.ts';
import {withDigits} from './patterns/written-number.ts';
import {prepareName} from './prepare-name.ts';

export interface NumberedName {
	/** The name that was read, in which written numbers have become digits. */
	plain: string;
	release: Release;
	mark: Mark;
}

/** Whether a written number may have been passed over: an episode that is told with its season is all there is. */
function mayGoOn(name: string, mark: Mark | null): boolean {
	const spelled = mark?.fullSeason === true && !/^s\d/i.test(name.slice(mark.start, mark.start + 2));
	return mark === null || spelled || mark.absoluteEpisodes !== undefined;
}

/** Which episodes a plain name is about, written numbers included; null when it does not say. */
export function readShow(plain: string): NumberedName | null {
	const release = prepareName(plain);
	const mark = readNumbering(release);
	const digits = mayGoOn(release.name, mark) ? withDigits(plain) : plain;
	if (digits !== plain) {
		return readShow(digits);
	}
	return mark && {plain, release, mark};
}
