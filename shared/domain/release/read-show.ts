import {readNumbering} from './parse-series.ts';
import type {Mark, Release} from './patterns/episodes/numbering.ts';
import {withDigits} from './patterns/episodes/written-number.ts';
import {prepareName} from './prepare-name.ts';

export interface NumberedName {
	/** The parsed name, with written-out numbers as digits. */
	plain: string;
	release: Release;
	mark: Mark;
}

/** May a written-out number have been missed? Not when season and episode are both given. */
function mayGoOn(name: string, mark: Mark | null): boolean {
	const spelled = mark?.fullSeason === true && !/^s\d/i.test(name.slice(mark.start, mark.start + 2));
	return mark === null || spelled || mark.absoluteEpisodes !== undefined;
}

/** The episodes that a plain name refers to, written-out numbers included; null when it has none. */
export function readShow(plain: string): NumberedName | null {
	const release = prepareName(plain);
	const mark = readNumbering(release);
	const digits = mayGoOn(release.name, mark) ? withDigits(plain) : plain;
	if (digits !== plain) {
		return readShow(digits);
	}
	return mark && {plain, release, mark};
}
