import {dayMs, hourMs} from '#shared/domain/durations.ts';
import {type Episode, hasAired} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {OtherNumber, OtherNumbers, SceneTitle} from '#shared/domain/media/other-numbers.ts';
import {alignEpisodes} from '#shared/domain/numbering/align-episodes.ts';
import {type SceneEntry, sceneNumbersOf, usableEntries} from '#shared/domain/numbering/scene-numbers.ts';
import {foldTitle} from '#shared/domain/release/clean-title.ts';
import {isExpected} from '#shared/errors.ts';
import {type mapDueNumbers, mapNumbers} from '#shared/jobs/refresh.ts';
import {noteOutcome} from '../executions/note-outcome.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler, Run} from '../runtime/handler.ts';

type Deps = Pick<WorkerDeps, 'episodes' | 'jobs' | 'log' | 'metadata' | 'now' | 'otherNumbers' | 'sceneMaps' | 'series' | 'taskActivities'>;

/** Lower priority than anything a person waits for. */
const priority = 60;
/** The list of all series is asked for once a day, the map of a series once a week. */
const listEveryMs = dayMs - hourMs;
const mapEveryMs = 7 * dayMs - hourMs;
const settledEveryMs = 30 * dayMs - hourMs;
/** A list of numbers counts if it has this share of the aired episodes. */
const enough = 0.95;

/** Reads which series the scene numbers, once a day, and enqueues those of ours that are due. */
export const handleMapDueNumbers: Handler<typeof mapDueNumbers, keyof Deps> = async ({limit, executionId}, deps, {signal, log}) => {
	const {series, sceneMaps, jobs, now} = deps;
	if (await isListDue(deps)) {
		try {
			const list = await deps.otherNumbers.sceneList(signal);
			if (list.mapped.length > 0) {
				await sceneMaps.setList(list, now());
			}
		} catch (error) {
			if (!isExpected(error) || signal.aborted) {
				throw error;
			}
			log.warn({err: error}, 'The list of scene numbers cannot be read; the old one counts');
		}
	}
	await series.findNumbered(await sceneMaps.mapped(), now());
	const due = await series.dueForNumbers(now(), limit);
	for (const seriesId of due) {
		signal.throwIfAborted();
		await jobs.enqueue(mapNumbers, {seriesId, ...(executionId !== undefined && {executionId})}, {priority});
	}
	return {series: due.length};
};

/** Scene numbers exist for anime, or are based on TVDB's: a library with neither needs none. */
async function isListDue({otherNumbers, sceneMaps, series, now}: Deps): Promise<boolean> {
	if (!otherNumbers.hasScene() || !(otherNumbers.hasTvdb() || (await series.hasAnime()))) {
		return false;
	}
	const listedAt = await sceneMaps.listedAt();
	return listedAt === null || Number(now()) - Number(listedAt) >= listEveryMs;
}

/** Finds the numbers that TVDB and the scene have for the episodes of a series, and stores them in one step. */
export const handleMapNumbers: Handler<typeof mapNumbers, keyof Deps> = async ({seriesId, executionId}, deps, run) => {
	const series = await deps.series.find(seriesId);
	if (!series) {
		return;
	}
	const item = {executionId, mediaId: seriesId, mediaTitle: series.title, action: 'refresh'} as const;
	await noteOutcome(item, {deps, run}, async () => {
		const episodes = await deps.episodes.ofSeries(seriesId);
		const tvdb = (await tvdbNumbers(series, episodes, {deps, run})) ?? storedNumbers(episodes);
		const scene = await readScene(series, {deps, run});
		const numbers = withScene(episodes, tvdb, scene?.entries ?? []);
		const isNeeded = episodes.some(episode => differs(episode, numbers.get(episode.id)));
		const everyMs = series.status === 'ended' && isNeeded ? settledEveryMs : mapEveryMs;
		const {changed} = await deps.series.setNumbers(seriesId, {
			numbers: isNeeded ? numbers : new Map(),
			sceneTitles: scene && namesBesides(series, scene.names),
			dueAt: new Date(Number(deps.now()) + everyMs),
		});
		run.log.debug({seriesId, changed, tvdb: tvdb.size, scene: scene?.entries?.length ?? 0}, 'Looked for the numbers of a series');
		return {status: 'completed', message: isNeeded ? 'Its episodes have other numbers elsewhere.' : 'It is numbered alike everywhere.'};
	});
};

interface Context {
	deps: Deps;
	run: Run;
}

/** TVDB's number of each episode, from the first source that has enough of them; null if none has. */
async function tvdbNumbers(series: Series, episodes: readonly Episode[], {deps, run}: Context): Promise<Map<string, OtherNumber> | null> {
	const {otherNumbers, metadata, now} = deps;
	const isEnough = (numbers: ReadonlyMap<string, OtherNumber>) => coverage(episodes, numbers, now()) >= enough;
	const listed = series.tvMetaId === null ? null : await otherNumbers.tvdbEpisodes(series.tvMetaId, 'official', run.signal);
	if (listed) {
		const pairs = [...alignEpisodes(episodes, listed)];
		const numbers = new Map(
			pairs.map(([{id}, {seasonNumber, episodeNumber, absoluteEpisodeNumber}]) => [
				id,
				{season: seasonNumber, episode: episodeNumber, absolute: absoluteEpisodeNumber, guessed: false},
			]),
		);
		if (isEnough(numbers)) {
			return numbers;
		}
		run.log.info({seriesId: series.id, aligned: pairs.length, listed: listed.length}, 'TVDB lists too few episodes of a series');
	}
	const group = (await metadata.episodeGroups(series.metaId, run.signal)).find(({name}) => /\btvdb\b/i.test(name));
	if (!group) {
		return null;
	}
	const entries = new Map((await metadata.episodeGroup(group.id, run.signal)).map(entry => [entry.metaId, entry]));
	const numbers = new Map(
		episodes.flatMap(({id, metaId}) => {
			const entry = metaId === null ? undefined : entries.get(metaId);
			return entry ? [[id, {season: entry.seasonNumber, episode: entry.episodeNumber, absolute: null, guessed: false}] as const] : [];
		}),
	);
	return isEnough(numbers) ? numbers : null;
}

function storedNumbers(episodes: readonly Episode[]): Map<string, OtherNumber> {
	return new Map(episodes.flatMap(({id, numbers}) => (numbers?.tvdb ? [[id, numbers.tvdb] as const] : [])));
}

/** The share of the aired regular episodes that have a number. */
function coverage(episodes: readonly Episode[], numbers: ReadonlyMap<string, OtherNumber>, now: Date): number {
	const aired = episodes.filter(episode => episode.seasonNumber > 0 && hasAired(episode, now));
	return aired.length > 0 ? aired.filter(({id}) => numbers.has(id)).length / aired.length : 0;
}

interface Scene {
	entries: SceneEntry[] | null;
	names: SceneTitle[];
}

/** The scene's map of a series. A service that fails, or has nothing, leaves the old one. */
async function readScene({tvMetaId}: Series, {deps, run}: Context): Promise<Scene | null> {
	const {otherNumbers, sceneMaps, now} = deps;
	const known = tvMetaId === null ? null : await sceneMaps.find(tvMetaId);
	if (!known || tvMetaId === null || !known.isMapped || !otherNumbers.hasScene()) {
		return known;
	}
	if (known.readAt !== null && Number(now()) - Number(known.readAt) < mapEveryMs) {
		return known;
	}
	try {
		const rows = await otherNumbers.sceneMap(tvMetaId, run.signal);
		const usable = usableEntries(rows);
		const map = usable.entries.length > 0 ? usable : null;
		if (usable.dropped > 0) {
			run.log.info({tvMetaId, dropped: usable.dropped}, 'Some rows of a map of scene numbers cannot be used');
		}
		await sceneMaps.setMap(tvMetaId, map, now());
		return {...known, entries: map?.entries ?? known.entries};
	} catch (error) {
		if (!isExpected(error) || run.signal.aborted) {
			throw error;
		}
		run.log.warn({err: error, tvMetaId}, 'A map of scene numbers cannot be read; the old one counts');
		return known;
	}
}

function withScene(
	episodes: readonly Episode[],
	tvdb: ReadonlyMap<string, OtherNumber>,
	entries: readonly SceneEntry[],
): Map<string, OtherNumbers> {
	const numbered = episodes.flatMap(({id}) => {
		const number = tvdb.get(id);
		return number ? [{id, number}] : [];
	});
	const scene = sceneNumbersOf(
		numbered.map(({number}) => number),
		entries,
	);
	return new Map(numbered.map(({id, number}, index) => [id, {tvdb: number, scene: scene[index] ?? null}]));
}

/** Whether releases may number an episode otherwise than we do. */
function differs({seasonNumber, episodeNumber, absoluteEpisodeNumber}: Episode, numbers: OtherNumbers | undefined): boolean {
	const isOther = (number: OtherNumber | null) =>
		number !== null &&
		(number.season !== seasonNumber ||
			number.episode !== episodeNumber ||
			(number.absolute !== null && number.absolute !== absoluteEpisodeNumber));
	return numbers !== undefined && (isOther(numbers.tvdb) || isOther(numbers.scene));
}

/** The names that are not those of the whole series anyway. */
function namesBesides({title, originalTitle}: Series, names: readonly SceneTitle[]): SceneTitle[] {
	const own = new Set([title, originalTitle].map(foldTitle));
	return names.filter(name => !own.has(foldTitle(name.title))).map(({title: text, seasonNumber}) => ({title: text, seasonNumber}));
}
