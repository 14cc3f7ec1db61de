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
const isNumber = ({season, episode}: SeasonAndEpisode) =>
	Number.isInteger(season) && Number.isInteger(episode) && season >= 0 && episode > 0;

/** The rows of a map that can be used: without impossible numbers, and without those that two rows claim. */
export function usableEntries(rows: readonly SceneEntry[]): {entries: SceneEntry[]; dropped: number} {
	const possible = rows.filter(({tvdb, scene}) => isNumber(tvdb) && isNumber(scene));
	const claims = (side: (row: SceneEntry) => SeasonAndEpisode) => Map.groupBy(possible, row => keyOf(side(row)));
	const [byTvdb, byScene] = [claims(({tvdb}) => tvdb), claims(({scene}) => scene)];
	const entries = possible.filter(({tvdb, scene}) => byTvdb.get(keyOf(tvdb))?.length === 1 && byScene.get(keyOf(scene))?.length === 1);
	return {entries, dropped: rows.length - entries.length};
}

/**
 * The scene numbers of episodes that TVDB numbers so; null where the map says nothing. Episodes behind the last row of
 * their season, or in a season behind all rows, are counted on, and marked as guessed.
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

	return numbers.map(number => {
		const entry = known.get(keyOf(number));
		if (entry) {
			return {...entry.scene, guessed: false};
		}
		const guessed = guess(number);
		return guessed && !given.has(keyOf(guessed)) ? {...guessed, guessed: true} : null;
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
