import type {EpisodeDetails, SeriesDetails} from '../media/series.ts';
import {alignEpisodes} from '../numbering/align-episodes.ts';
import {betterWanted, type FileOnDisk, fileNotes, isSearched, placeNotes, type SourceFacts, titleNotes} from './judge-movie.ts';
import type {MoveNote} from './move.ts';
import type {SourceEpisode, SourceFile, SourceSeries} from './source-titles.ts';

export interface SeriesContent {
	episodes: readonly SourceEpisode[];
	files: readonly SourceFile[];
	onDisk: ReadonlyMap<number, FileOnDisk>;
}

/** Notes of one kind that are said one by one; more of them are counted. */
const saidAlone = 5;

/** Null details: the provider does not have it. */
export function judgeSeries(
	series: SourceSeries,
	{episodes, files, onDisk}: SeriesContent,
	{details, facts}: {details: SeriesDetails | null; facts: SourceFacts},
): MoveNote[] {
	if (details === null) {
		return [{code: 'title_unknown', detail: 'The metadata provider does not have it; its files will be listed as unmatched.'}];
	}
	const notes = titleNotes(series, facts);
	const isThere = [...onDisk.values()].some(({size}) => size !== null);
	const place = placeNotes(series.path, files.length > 0 ? isThere : null, facts);
	notes.push(...place);
	const isGone = place.some(({code}) => code === 'root_missing' || code === 'path_unmapped');
	const known = new Map(files.map(file => [file.id, file]));
	const used = new Set(episodes.map(({fileId}) => fileId));
	const about: MoveNote[] = [];
	for (const {fileId, seasonNumber, episodeNumber} of episodes) {
		if (fileId > 0 && !known.has(fileId)) {
			about.push({code: 'dangling_file', detail: `${seasonNumber}x${episodeNumber} names file ${fileId}, which does not exist.`});
		}
	}
	for (const file of files) {
		const found = onDisk.get(file.id);
		if (!used.has(file.id)) {
			about.push({
				code: 'file_without_episode',
				detail: `File ${file.id} (${file.relativePath}) belongs to no episode and is not recorded.`,
			});
		} else if (found && !isGone) {
			about.push(...fileNotes(file, found, file.relativePath));
		}
	}
	about.push(...numberNotes(episodes, known, details));
	notes.push(...few(about));
	const isWanted = series.monitored && isSearched(series.path, notes, facts);
	return [...notes, ...firstDay({...series, monitored: isWanted}, {episodes, files: known, onDisk, facts})];
}

/** Which episode of ours each of theirs is. */
export function pairEpisodes(
	episodes: readonly SourceEpisode[],
	{seasons}: Pick<SeriesDetails, 'seasons'>,
): Map<EpisodeDetails, SourceEpisode> {
	return alignEpisodes(
		seasons.flatMap(season => season.episodes),
		episodes,
	);
}

function numberNotes(episodes: readonly SourceEpisode[], files: ReadonlyMap<number, SourceFile>, details: SeriesDetails): MoveNote[] {
	const pairs = pairEpisodes(episodes, details);
	const paired = new Set(pairs.values());
	const moved = [...pairs].filter(
		([ours, theirs]) => ours.seasonNumber !== theirs.seasonNumber || ours.episodeNumber !== theirs.episodeNumber,
	);
	const lost = episodes.filter(episode => files.has(episode.fileId) && !paired.has(episode));
	const notes: MoveNote[] = lost.map(({seasonNumber, episodeNumber}) => ({
		code: 'episode_unmatched',
		detail: `Nothing shows which episode ${seasonNumber}x${episodeNumber} is here; its file will be listed as unmatched.`,
	}));
	const [first] = moved;
	if (first) {
		const [ours, theirs] = first;
		const example = `${theirs.seasonNumber}x${theirs.episodeNumber} is ${ours.seasonNumber}x${ours.episodeNumber}`;
		notes.unshift({code: 'episode_renumbered', detail: `${moved.length} of its episodes have other numbers here: ${example}.`});
	}
	return notes;
}

/** Hundreds of notes of one kind would hide the others. */
function few(notes: readonly MoveNote[]): MoveNote[] {
	return [...Map.groupBy(notes, ({code}) => code)].flatMap(([code, of]) => [
		...of.slice(0, saidAlone),
		...(of.length > saidAlone ? [{code, detail: `And ${of.length - saidAlone} more like this.`}] : []),
	]);
}

interface FirstDay {
	episodes: readonly SourceEpisode[];
	files: ReadonlyMap<number, SourceFile>;
	onDisk: ReadonlyMap<number, FileOnDisk>;
	facts: SourceFacts;
}

function firstDay(series: SourceSeries, {episodes, files, onDisk, facts}: FirstDay): MoveNote[] {
	if (!series.monitored) {
		return [];
	}
	const today = facts.now.toISOString().slice(0, 10);
	const wanted = episodes.filter(({monitored, seasonNumber}) => monitored && seasonNumber > 0);
	const missing = wanted.filter(({fileId, airDate}) => onDisk.get(fileId)?.size == null && airDate !== null && airDate < today);
	const worse = wanted.filter(({fileId}) => {
		const [file, found] = [files.get(fileId), onDisk.get(fileId)];
		const isThere = file !== undefined && found?.size != null && !file.quality?.homeless;
		return isThere && betterWanted(file.quality?.name ?? found.namedQuality, series.profileId, facts);
	});
	const counted = (count: number) => `${count} monitored ${count === 1 ? 'episode' : 'episodes'}`;
	return [
		...(missing.length > 0 ? [{code: 'would_search' as const, detail: `${counted(missing.length)} without a file can be searched.`}] : []),
		...(worse.length > 0 ? [{code: 'would_replace' as const, detail: `${counted(worse.length)} below the cutoff of the profile.`}] : []),
	];
}
