import {isDeepStrictEqual} from 'node:util';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {mayBeMonitored} from '#shared/domain/moves/judge-movie.ts';
import {pairEpisodes} from '#shared/domain/moves/judge-series.ts';
import type {PathMapping} from '#shared/domain/moves/move.ts';
import {columns, readEpisode, readMovie, readSeries} from '#shared/domain/moves/source-titles.ts';
import type {ArrDatabase} from '../../integrations/arr-databases/read-database.ts';
import {findOnDisk} from './find-on-disk.ts';
import type {JudgedMovie, JudgedSeries} from './plan-titles.ts';
import {labelsOf} from './write-records.ts';
import {type MovedRecords, mediaFileOf, numberedFiles, placeOf, scanned, type WriteDeps} from './write-titles.ts';

export interface UpdateContext {
	/** The source as it was moved. */
	old: ArrDatabase;
	/** Our ids by theirs. */
	titles: ReadonlyMap<string, string>;
	moved: MovedRecords;
	mappings: readonly PathMapping[];
	deps: WriteDeps;
}

interface Chosen {
	monitored: boolean;
	tags: number[];
	profileId: number | null;
}

/** Fields that were changed there since, and still have here what the move wrote. Whatever was changed here stays. */
function changedFields(
	ours: {monitored: boolean; ownTags?: string[]; qualityProfileId: string},
	[before, after]: readonly [Chosen, Chosen],
	{labels, profiles}: MovedRecords,
) {
	const [tagsBefore, tagsAfter] = [labelsOf(before.tags, labels), labelsOf(after.tags, labels)];
	const [profileBefore, profileAfter] = [profiles.get(before.profileId ?? -1), profiles.get(after.profileId ?? -1)];
	const hasTags = isDeepStrictEqual([...(ours.ownTags ?? [])].sort(), [...tagsBefore].sort());
	return {
		...(before.monitored !== after.monitored && ours.monitored === before.monitored && {monitored: after.monitored}),
		...(!isDeepStrictEqual(tagsBefore, tagsAfter) && hasTags && {tagChange: {set: tagsAfter}}),
		...(profileAfter !== undefined &&
			profileAfter !== profileBefore &&
			ours.qualityProfileId === profileBefore && {qualityProfileId: profileAfter}),
	};
}

/** Ours is replaced only if the other program has replaced it, so that it is gone from the disk. */
const mayReplace = async (ours: MediaFile | null, theirs: MediaFile, deps: WriteDeps): Promise<boolean> =>
	ours === null || (ours.path !== theirs.path && (await findOnDisk(ours.path, deps)) === null);

export async function updateMovie(judged: JudgedMovie, {old, titles, moved, deps}: UpdateContext): Promise<void> {
	const {movie, file, onDisk, notes} = judged;
	const ours = await deps.movies.find(titles.get(String(movie.id)) ?? '');
	const [row] = await old.list('Movies', columns.movies, 1, {column: 'Id', values: [movie.id]});
	const before = row ? readMovie(row, row) : null;
	const where = placeOf(movie.path, moved);
	if (!ours || !before || !where) {
		return;
	}
	const monitored = movie.monitored && mayBeMonitored(notes, moved.away.has(where.place.root));
	const change = changedFields(ours, [before, {...movie, monitored}], moved);
	await (Object.keys(change).length > 0 ? deps.movies.change(ours.id, change, deps.now()) : null);
	const found = file && onDisk && where.isInside ? mediaFileOf(file, onDisk, where.place.library.id) : null;
	if (found && (await mayReplace(ours.file, found, deps))) {
		const [numbered = found] = await numberedFiles([found], deps);
		await deps.movies.replaceFile(ours.id, numbered, {replaces: ours.file?.id ?? null, at: deps.now()});
		await deps.scannedFiles.put([scanned(found, {libraryId: where.place.library.id, titleId: ours.id})]);
	}
}

export async function updateSeries(judged: JudgedSeries, {old, titles, moved, deps}: UpdateContext): Promise<void> {
	const {series, notes} = judged;
	const ours = await deps.series.find(titles.get(String(series.id)) ?? '');
	const among = {column: 'SeriesId', values: [series.id]};
	const [row] = await old.list('Series', columns.series, 1, {column: 'Id', values: [series.id]});
	const before = row ? readSeries(row) : null;
	const where = placeOf(series.path, moved);
	if (!ours || !before || !where) {
		return;
	}
	const monitored = series.monitored && mayBeMonitored(notes, moved.away.has(where.place.root));
	const change = changedFields(ours, [before, {...series, monitored}], moved);
	await (Object.keys(change).length > 0 ? deps.series.change(ours.id, change, deps.now()) : null);
	const flags = new Map(
		(await old.list('Episodes', columns.episodes, 20_000, among)).flatMap(each => {
			const episode = readEpisode(each);
			return episode ? [[episode.id, episode.monitored] as const] : [];
		}),
	);
	await updateEpisodes(ours.id, judged, {flags, libraryId: where.isInside ? where.place.library.id : null}, deps);
}

async function updateEpisodes(
	seriesId: string,
	{details, episodes, files, onDisk}: JudgedSeries,
	{flags, libraryId}: {flags: ReadonlyMap<number, boolean>; libraryId: string | null},
	deps: WriteDeps,
): Promise<void> {
	const placeOfEpisode = (each: {seasonNumber: number; episodeNumber: number}): string => `${each.seasonNumber}x${each.episodeNumber}`;
	const stored = new Map((await deps.episodes.ofSeries(seriesId)).map(each => [placeOfEpisode(each), each]));
	const pairs = [...pairEpisodes(episodes, details ?? {seasons: []})].flatMap(([ours, theirs]) => {
		const own = stored.get(placeOfEpisode(ours));
		return own ? [{own, theirs}] : [];
	});
	const switched = pairs.filter(({own, theirs}) => {
		const was = flags.get(theirs.id);
		return was !== undefined && was !== theirs.monitored && own.monitored === was;
	});
	const idsOf = (monitored: boolean) => switched.filter(({theirs}) => theirs.monitored === monitored).map(({own}) => own.id);
	await (switched.length > 0 ? deps.episodes.setFlags(seriesId, {on: idsOf(true), off: idsOf(false)}, deps.now()) : null);
	const known = new Map(files.map(file => [file.id, file]));
	for (const [fileId, of] of libraryId === null ? [] : Map.groupBy(pairs, ({theirs}) => theirs.fileId)) {
		const [file, found] = [known.get(fileId), onDisk.get(fileId)];
		const theirs = file && found && libraryId !== null ? mediaFileOf(file, found, libraryId) : null;
		const may = theirs ? await Promise.all(of.map(({own}) => mayReplace(own.file, theirs, deps))) : [];
		const due = of.filter((_, index) => may[index]).map(({own}) => own);
		if (theirs && due.length > 0 && libraryId !== null) {
			const [numbered = theirs] = await numberedFiles([theirs], deps);
			const replaces = [...new Set(due.flatMap(({file: present}) => present?.id ?? []))];
			await deps.episodes.recordFiles(seriesId, [{episodeIds: due.map(({id}) => id), file: numbered, replaces}], deps.now());
			await deps.scannedFiles.put([scanned(theirs, {libraryId, titleId: seriesId})]);
		}
	}
}
