import {dayMs} from '../durations.ts';
import {toAirDateUtc} from '../media/library-episode.ts';
import {foldTitle} from '../release/clean-title.ts';

/** An episode as one of two lists of the same series has it. */
export interface ListedEpisode {
	seasonNumber: number;
	episodeNumber: number;
	/** `YYYY-MM-DD`. */
	airDate: string | null;
	title: string;
}

interface Row<T> {
	episode: T;
	number: string;
	/** Days since 1970; null without a date. */
	day: number | null;
	/** Folded; null for a name that any episode may have. */
	name: string | null;
}

/** `Episode 3`, `第3話`, `TBA`: such names tell no more than a number. */
const plainName = /^[^\p{N}]{0,12}\p{N}{1,4}[^\p{N}]{0,12}$|^(?:tb[ad]|to be (?:announced|determined))$/iu;

/** Equal names of episodes that are shown further apart are two episodes. */
const sameNameDays = 90;
/** This many pairs show by how many days one list is behind the other. */
const tellingPairs = 3;

function toRow<T extends ListedEpisode>(episode: T): Row<T> {
	const aired = toAirDateUtc(episode.airDate);
	const name = plainName.test(episode.title.trim()) ? '' : foldTitle(episode.title);
	return {
		episode,
		number: `${episode.seasonNumber}x${episode.episodeNumber}`,
		day: aired && Math.round(Number(aired) / dayMs),
		name: name === '' ? null : name,
	};
}

/** The rows that alone have their key. */
function alone<T, Key>(rows: readonly Row<T>[], keyOf: (row: Row<T>) => Key | null): Map<Key, Row<T>> {
	const found = new Map<Key, Row<T> | null>();
	for (const row of rows) {
		const key = keyOf(row);
		if (key !== null) {
			found.set(key, found.has(key) ? null : row);
		}
	}
	return new Map([...found].flatMap(([key, row]) => (row ? [[key, row] as const] : [])));
}

/** Days from the first to the second; null if one of them has no date. */
const daysBetween = (a: {day: number | null}, b: {day: number | null}) => (a.day === null || b.day === null ? null : b.day - a.day);

/** How many rows are shown on a day or next to it. */
function counterOf<T>(rows: readonly Row<T>[]): (day: number) => number {
	const counts = new Map<number, number>();
	for (const {day} of rows) {
		if (day !== null) {
			counts.set(day, (counts.get(day) ?? 0) + 1);
		}
	}
	return day => [day - 1, day, day + 1].reduce((sum, each) => sum + (counts.get(each) ?? 0), 0);
}

type Pairing<Ours, Theirs> = ReturnType<typeof createPairing<Ours, Theirs>>;

/** Pairs rows of two lists one to one, and never two that equal names pair with others. */
function createPairing<Ours, Theirs>(named: ReadonlyMap<Row<Ours>, Row<Theirs>>) {
	const pairs = new Map<Row<Ours>, Row<Theirs>>();
	const taken = new Set<Row<Theirs>>();
	const namedBack = new Map([...named].map(([ours, theirs]) => [theirs, ours]));
	const mayPair = (ours: Row<Ours>, theirs: Row<Theirs>) =>
		!pairs.has(ours) && !taken.has(theirs) && (named.get(ours) ?? theirs) === theirs && (namedBack.get(theirs) ?? ours) === ours;

	return {
		pairs: pairs as ReadonlyMap<Row<Ours>, Row<Theirs>>,
		mayPair,
		pair(ours: Row<Ours>, theirs: Row<Theirs>): void {
			if (mayPair(ours, theirs)) {
				pairs.set(ours, theirs);
				taken.add(theirs);
			}
		},
	};
}

/**
 * Which episode of another list each of ours is: those with the same number and day (one day apart for another time
 * zone), with a day or a name that only they have, and runs of equal length between two of these. Never by position
 * alone: what nothing shows stays without.
 */
export function alignEpisodes<Ours extends ListedEpisode, Theirs extends ListedEpisode>(
	ours: readonly Ours[],
	theirs: readonly Theirs[],
): Map<Ours, Theirs> {
	const [a, b] = [ours.map(toRow), theirs.map(toRow)];
	const named = pairByName(a, b);
	const pairing = createPairing(named);
	const days = compareDays(a, b, named);
	const byNumber = alone(b, ({number}) => number);
	for (const row of alone(a, ({number}) => number).values()) {
		const same = byNumber.get(row.number);
		if (same && days.areSame(row, same)) {
			pairing.pair(row, same);
		}
	}
	for (const [row, same] of days.pairsOfDays()) {
		pairing.pair(row, same);
	}
	for (const [row, same] of named) {
		pairing.pair(row, same);
	}
	fillRuns(a, b, pairing);
	return new Map([...pairing.pairs].map(([row, same]) => [row.episode, same.episode]));
}

function pairByName<Ours, Theirs>(a: readonly Row<Ours>[], b: readonly Row<Theirs>[]): Map<Row<Ours>, Row<Theirs>> {
	const names = alone(b, ({name}) => name);
	return new Map(
		[...alone(a, ({name}) => name)].flatMap(([name, row]) => {
			const same = names.get(name);
			return same && Math.abs(daysBetween(row, same) ?? 0) <= sameNameDays ? [[row, same] as const] : [];
		}),
	);
}

/** Compares the days of two lists, of which one may be a day behind because it counts in another time zone. */
function compareDays<Ours, Theirs>(a: readonly Row<Ours>[], b: readonly Row<Theirs>[], named: ReadonlyMap<Row<Ours>, Row<Theirs>>) {
	const [aroundOurs, aroundTheirs] = [counterOf(a), counterOf(b)];
	const behind = daysBehind(a, b, named);
	/** Nothing else is shown around these days, so they mean the same episode. */
	const isLonely = (row: Row<Ours>, same: Row<Theirs>) => aroundTheirs(row.day ?? 0) === 1 && aroundOurs(same.day ?? 0) === 1;
	const isNear = (days: number | null) => days !== null && Math.abs(days) <= 1;
	const byDay = alone(b, ({day}) => day);

	return {
		areSame(row: Row<Ours>, same: Row<Theirs>): boolean {
			const days = daysBetween(row, same);
			return days === (behind ?? 0) || (isNear(days) && isLonely(row, same));
		},
		*pairsOfDays(): Generator<[Row<Ours>, Row<Theirs>]> {
			for (const [day, row] of alone(a, each => each.day)) {
				const exact = byDay.get(day + (behind ?? 0));
				if (exact && (behind !== null || isLonely(row, exact))) {
					yield [row, exact];
				}
			}
			for (const row of a) {
				const near = row.day === null ? [] : [row.day - 1, row.day, row.day + 1].flatMap(day => byDay.get(day) ?? []);
				if (near[0] && isLonely(row, near[0])) {
					yield [row, near[0]];
				}
			}
		},
	};
}

/** By how many days the second list is behind, as equal names or equal numbers of one day show; else null. */
function daysBehind<Ours, Theirs>(
	a: readonly Row<Ours>[],
	b: readonly Row<Theirs>[],
	named: ReadonlyMap<Row<Ours>, Row<Theirs>>,
): number | null {
	const byNumber = alone(b, ({number}) => number);
	const votes = new Map<number, number>();
	for (const row of a) {
		const same = named.get(row) ?? byNumber.get(row.number);
		const days = same ? daysBetween(row, same) : null;
		if (days === 0 || (days !== null && Math.abs(days) === 1 && named.has(row))) {
			votes.set(days, (votes.get(days) ?? 0) + 1);
		}
	}
	const all = [...votes.values()].reduce((sum, count) => sum + count, 0);
	const [best, count] = [...votes].sort(([, x], [, y]) => y - x)[0] ?? [null, 0];
	return count >= tellingPairs && count * 3 >= all * 2 ? best : null;
}

function inOrder<T extends ListedEpisode>(rows: readonly Row<T>[]): Row<T>[] {
	return rows
		.filter(({episode}) => episode.seasonNumber > 0)
		.sort((x, y) => x.episode.seasonNumber - y.episode.seasonNumber || x.episode.episodeNumber - y.episode.episodeNumber);
}

/** Pairs what lies between two pairs if both lists have as many episodes there, and no date speaks against it. */
function fillRuns<Ours extends ListedEpisode, Theirs extends ListedEpisode>(
	a: readonly Row<Ours>[],
	b: readonly Row<Theirs>[],
	pairing: Pairing<Ours, Theirs>,
): void {
	const [ours, theirs] = [inOrder(a), inOrder(b)];
	const places = new Map(theirs.map((row, at) => [row, at]));
	let last: {at: number; other: number} | null = null;
	for (const [at, row] of ours.entries()) {
		const same = pairing.pairs.get(row);
		const other = same ? places.get(same) : undefined;
		if (other === undefined) {
			continue;
		}
		const from = last;
		const length = from ? at - from.at - 1 : 0;
		if (from && length > 0 && other - from.other - 1 === length) {
			const run = ours.slice(from.at + 1, at).map((each, index) => [each, theirs[from.other + 1 + index]!] as const); // as long as ours
			const fits = run.every(([one, two]) => pairing.mayPair(one, two) && Math.abs(daysBetween(one, two) ?? 0) <= 1);
			for (const [one, two] of fits ? run : []) {
				pairing.pair(one, two);
			}
		}
		last = {at, other};
	}
}
