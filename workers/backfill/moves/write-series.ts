import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {OtherNumbers} from '#shared/domain/media/other-numbers.ts';
import {mayBeMonitored} from '#shared/domain/moves/judge-movie.ts';
import {pairEpisodes} from '#shared/domain/moves/judge-series.ts';
import type {SourceEpisode} from '#shared/domain/moves/source-titles.ts';
import {seriesFolder} from '#shared/domain/naming/episode-path.ts';
import {episodeNaming} from '#shared/settings/settings.ts';
import type {KnownEpisode} from '#shared/store/series/add-series.ts';
import type {JudgedSeries} from './plan-titles.ts';
import {labelsOf, type MovedFolder} from './write-records.ts';
import {comes, folderOf, type MovedRecords, mediaFileOf, numberedFiles, placeOf, scanned, type WriteDeps} from './write-titles.ts';

/** Adds a series with its flags, numbers and files. Returns its id; null if it cannot come. */
export async function writeSeries(judged: JudgedSeries, records: MovedRecords, deps: WriteDeps): Promise<string | null> {
	const {series, details, notes} = judged;
	const where = placeOf(series.path, records);
	if (!where || !details || !comes(notes)) {
		return null;
	}
	const {library, root} = where.place;
	const {settings, now} = deps;
	const known = await deps.series.findInLibrary(details.metaId, library.id);
	const rendered = seriesFolder(details, episodeNaming(settings));
	const flags = seasonFlags(judged);
	const choice = async (episodes: ReadonlyMap<string, KnownEpisode>) => ({
		monitored: series.monitored && where.isInside && mayBeMonitored(notes, records.away.has(root)),
		seasonFolder: series.seasonFolder,
		monitorNewSeasons: series.monitorNewSeasons,
		rootFolderPath: root,
		path: await folderOf({path: series.path, notes}, where, {records, rendered, metaId: details.metaId}, deps),
		qualityProfileId: records.profiles.get(series.profileId ?? -1) ?? records.defaultProfileId,
		libraryId: library.id,
		number: series.id,
		knownEpisodes: episodes,
		tags: labelsOf(series.tags, records.labels),
		addedBy: {kind: 'move' as const, id: records.moveId},
		addedAt: series.addedAt ?? now(),
		searchOnAdd: false,
		type: series.type === details.type ? null : series.type,
		seasonOptions: details.seasons.map(({seasonNumber}) => ({seasonNumber, monitored: flags.get(seasonNumber) ?? false})),
	});
	if (known) {
		// A worker that died may have added it, and not have come to the rest.
		const isNew = known.addedBy?.kind === 'move' && known.addedBy.id === records.moveId;
		await writeEpisodes(known.id, judged, {library: library.id, isNew, isInside: where.isInside}, deps);
		return known.id;
	}
	const episodes = await knownEpisodes(judged, where, deps);
	const {id} = await deps.series.add(details, await choice(episodes), now());
	if (hasOtherNumbers(judged)) {
		await writeNumbers(id, pairsOf(judged, await deps.episodes.ofSeries(id)), deps);
	}
	const files = new Map([...episodes.values()].flatMap(({file}) => (file ? [[file.id, file]] : [])));
	await noteScanned([...files.values()], {libraryId: library.id, titleId: id}, deps);
	return id;
}

const placeText = ({seasonNumber, episodeNumber}: {seasonNumber: number; episodeNumber: number}) => `${seasonNumber}x${episodeNumber}`;

/** What the other program has of the episodes of ours, by their places; the files have their numbers. */
async function knownEpisodes(
	{episodes, details, files, onDisk}: JudgedSeries,
	{place, isInside}: {place: MovedFolder; isInside: boolean},
	deps: WriteDeps,
): Promise<Map<string, KnownEpisode>> {
	const pairs = [...pairEpisodes(episodes, details ?? {seasons: []})];
	const used = new Set(pairs.map(([, theirs]) => theirs.fileId));
	const recorded = files.flatMap(file => {
		const found = onDisk.get(file.id);
		const media = isInside && used.has(file.id) && found ? mediaFileOf(file, found, place.library.id) : null;
		return media ? [[file.id, media] as const] : [];
	});
	const numbered = await numberedFiles(
		recorded.map(([, media]) => media),
		deps,
	);
	const byId = new Map(recorded.map(([id, media], index) => [id, numbered[index] ?? media]));
	return new Map(
		pairs.map(([ours, {id, monitored, fileId}]) => [placeText(ours), {number: id, monitored, file: byId.get(fileId) ?? null}]),
	);
}

/** Without flags of its own, a season is monitored if any episode of it is. */
function seasonFlags({series, episodes}: JudgedSeries): Map<number, boolean> {
	const flags = new Map<number, boolean>();
	for (const {seasonNumber, monitored} of episodes) {
		flags.set(seasonNumber, monitored || (flags.get(seasonNumber) ?? false));
	}
	for (const {seasonNumber, monitored} of series.seasons ?? []) {
		flags.set(seasonNumber, monitored);
	}
	return flags;
}

interface EpisodePlace {
	library: string;
	isNew: boolean;
	isInside: boolean;
}

async function writeEpisodes(
	seriesId: string,
	judged: JudgedSeries,
	{library, isNew, isInside}: EpisodePlace,
	deps: WriteDeps,
): Promise<void> {
	const {files, onDisk} = judged;
	const pairs = pairsOf(judged, await deps.episodes.ofSeries(seriesId));
	if (isNew) {
		const changed = pairs.filter(({own, theirs}) => own.monitored !== theirs.monitored);
		const ids = (monitored: boolean) => changed.filter(({theirs}) => theirs.monitored === monitored).map(({own}) => own.id);
		await (changed.length > 0 ? deps.episodes.setFlags(seriesId, {on: ids(true), off: ids(false)}, deps.now()) : null);
		await (hasOtherNumbers(judged) ? writeNumbers(seriesId, pairs, deps) : null);
	}
	const known = new Map(files.map(file => [file.id, file]));
	const ours = [...Map.groupBy(pairs, ({theirs}) => theirs.fileId)].flatMap(([fileId, of]) => {
		const [file, found] = [known.get(fileId), onDisk.get(fileId)];
		const recorded = isInside && file && found ? mediaFileOf(file, found, library) : null;
		const [free, has] = [of.filter(({own}) => own.file === null), of.some(({own}) => own.file?.id === recorded?.id)];
		return recorded && (free.length > 0 || has) ? [{episodeIds: free.map(({own}) => own.id), file: recorded, replaces: []}] : [];
	});
	const rows = ours.filter(({episodeIds}) => episodeIds.length > 0);
	if (rows.length > 0) {
		const numbered = await numberedFiles(
			rows.map(({file}) => file),
			deps,
		);
		await deps.episodes.recordFiles(
			seriesId,
			rows.map((row, index) => ({...row, file: numbered[index] ?? row.file})),
			deps.now(),
		);
	}
	await noteScanned(
		ours.map(({file}) => file),
		{libraryId: library, titleId: seriesId},
		deps,
	);
}

const noteScanned = (files: readonly MediaFile[], of: {libraryId: string; titleId: string}, {scannedFiles}: WriteDeps): Promise<void> =>
	scannedFiles.put(files.map(file => scanned(file, of)));

interface EpisodePair {
	own: Episode;
	theirs: SourceEpisode;
}

/** The stored episodes with what they are in the other program. */
function pairsOf({details, episodes}: JudgedSeries, ours: readonly Episode[]): EpisodePair[] {
	const stored = new Map(ours.map(each => [placeText(each), each]));
	return [...pairEpisodes(episodes, details ?? {seasons: []})].flatMap(([place, theirs]) => {
		const own = stored.get(placeText(place));
		return own ? [{own, theirs}] : [];
	});
}

const hasOtherNumbers = ({details, episodes}: JudgedSeries): boolean =>
	[...pairEpisodes(episodes, details ?? {seasons: []})].some(([ours, theirs]) => placeText(ours) !== placeText(theirs));

/** Its releases are read and searched in the old numbers, until TVDB or the scene say better. */
async function writeNumbers(seriesId: string, pairs: readonly EpisodePair[], deps: WriteDeps): Promise<void> {
	const numbers = new Map(
		pairs.map(({own, theirs}): [string, OtherNumbers] => [
			own.id,
			{tvdb: {season: theirs.seasonNumber, episode: theirs.episodeNumber, absolute: theirs.absolute, guessed: false}, scene: null},
		]),
	);
	await deps.series.setNumbers(seriesId, {numbers, sceneTitles: null, dueAt: deps.now()});
}
