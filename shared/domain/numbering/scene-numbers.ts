import type {OtherNumber} from '../media/other-numbers.ts';

interface SeasonAndEpisode {
	season: number;
	episode: number;
}

/** One row of a map from TVDB's numbers to those of scene groups. */
export interface SceneEntry {
	tvdb: SeasonAndEpisode;
	scene: SeasonAndEpisode & {absolute: number | null};
}

const keyOf = ({season, episode}: SeasonAndEpisode) => `${season}x${episode}`;
/** More than any show counts to. */
const largestNumber = 100_000;
const isCount = (number: number, least: number) => Number.isInteger(number) && number >= least && number <= largestNumber;
const isNumber = ({season, episode}: SeasonAndEpisode) => isCount(season, 0) && isCount(episode, 1);

/** How many of these there are, by their keys; those without one are left out. */
function tally<T>(rows: readonly T[], key: (row: T) => string | number | null): Map<string | number | null, number> {
	return new Map([...Map.groupBy(rows, key)].filter(([each]) => each !== null).map(([each, {length}]) => [each, length]));
}

/**
 * The rows of a map that can be used: without impossible numbers, and without those that two rows claim. A count from
 * the start of the show that is impossible, or that two rows have, is left out of its row.
 */
export function usableEntries(rows: readonly SceneEntry[]): {entries: SceneEntry[]; dropped: number} {
	const possible = rows.filter(({tvdb, scene}) => isNumber(tvdb) && isNumber(scene));
	const byTvdb = tally(possible, ({tvdb}) => keyOf(tvdb));
	const byScene = tally(possible, ({scene}) => keyOf(scene));
	const alone = possible.filter(({tvdb, scene}) => byTvdb.get(keyOf(tvdb)) === 1 && byScene.get(keyOf(scene)) === 1);
	const byAbsolute = tally(alone, ({scene}) => scene.absolute);
	const entries = alone.map(({tvdb, scene}) => {
		const {absolute} = scene;
		const isUsable = absolute !== null && isCount(absolute, 1) && byAbsolute.get(absolute) === 1;
		return {tvdb, scene: {...scene, absolute: isUsable ? absolute : null}};
	});
	return {entries, dropped: rows.length - entries.length};
}

/**
 * The scene numbers of episodes that TVDB numbers so; null where the map says nothing. Episodes after the last row of
 * their season, or in a season after all rows, continue its numbers and are marked as guessed.
 */
export function sceneNumbersOf(numbers: readonly SeasonAndEpisode[], entries: readonly SceneEntry[]): (OtherNumber | null)[] {
	const known = new Map(entries.map(entry => [keyOf(entry.tvdb), entry]));
	const given = new Set(entries.map(({scene}) => keyOf(scene)));
	const lastOf = lastEntries(entries);
	const [lastTvdb, lastScene] = [maxOf(entries.map(({tvdb}) => tvdb.season)), maxOf(entries.map(({scene}) => scene.season))];

	function guess({season, episode}: SeasonAndEpisode): Omit<OtherNumber, 'guessed'> | null {
		const last = lastOf.get(season);
		if (season === 0 || entries.length === 0 || (last && episode < last.tvdb.episode)) {
			return null;
		}
		if (last) {
			const more = episode - last.tvdb.episode;
			const {season: sceneSeason, episode: sceneEpisode, absolute} = last.scene;
			return {season: sceneSeason, episode: sceneEpisode + more, absolute: absolute && absolute + more};
		}
		return season > lastTvdb && lastScene !== lastTvdb ? {season: season - lastTvdb + lastScene, episode, absolute: null} : null;
	}

	const found = numbers.map(number => {
		const entry = known.get(keyOf(number));
		if (entry) {
			return {...entry.scene, guessed: false};
		}
		const guessed = guess(number);
		return guessed && !given.has(keyOf(guessed)) ? {...guessed, guessed: true} : null;
	});
	return withoutDoubts(found);
}

/** Of several episodes that are extrapolated to the same number, none gets it. */
function withoutDoubts(found: readonly (OtherNumber | null)[]): (OtherNumber | null)[] {
	const claims = tally(found, number => number && keyOf(number));
	const counts = tally(found, number => number?.absolute ?? null);
	return found.map(number => {
		if (!number?.guessed) {
			return number;
		}
		const isCounted = number.absolute !== null && counts.get(number.absolute) === 1;
		return claims.get(keyOf(number)) === 1 ? {...number, absolute: isCounted ? number.absolute : null} : null;
	});
}

/** The last row of each season of TVDB. */
function lastEntries(entries: readonly SceneEntry[]): Map<number, SceneEntry> {
	const last = new Map<number, SceneEntry>();
	for (const entry of entries) {
		const before = last.get(entry.tvdb.season);
		if (!before || before.tvdb.episode < entry.tvdb.episode) {
			last.set(entry.tvdb.season, entry);
		}
	}
	return last;
}

const maxOf = (numbers: readonly number[]) => numbers.reduce((max, number) => Math.max(max, number), 0);
