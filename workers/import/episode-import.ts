import {join} from 'node:path';
import {isChosenByPerson} from '#shared/domain/downloads/queue-item.ts';
import {type Assignment, assignEpisodes} from '#shared/domain/imports/assign-episodes.ts';
import {numbersOf} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import {type EpisodeNaming, episodeFile, seasonFolder} from '#shared/domain/naming/episode-path.ts';
import type {NamedFile} from '#shared/domain/naming/file-values.ts';
import {episodeNaming} from '#shared/settings/naming.ts';
import type {MediaImport} from './media-import.ts';
import {refuse} from './refusal.ts';
import {rootOf} from './root-of.ts';

/** The videos of a download belong to the series it was grabbed for. Their names say which episodes they are. */
export const episodeImport: MediaImport = {
	async findTargets(item, videos, deps) {
		const {seriesId, episodeIds: grabbed} = item.target;
		const {title: releaseTitle, judgement} = item.release;
		const series = seriesId ? await deps.series.find(seriesId) : null;
		if (!series) {
			const message = 'Its series is no longer in the library. Add it again, or remove the download.';
			throw refuse(releaseTitle, {code: 'no_title', message});
		}
		const all = await deps.episodes.ofSeries(series.id);
		const done = item.import?.files.flatMap(({episodeIds}) => episodeIds) ?? [];
		const isChosen = isChosenByPerson(item);
		const {assigned, refused} = assignEpisodes({
			releaseTitle,
			videos,
			series,
			numbering: judgement.numbering ?? null,
			all,
			grabbed,
			done,
			isChosen,
		});
		if (assigned.length === 0) {
			return {targets: [], refused};
		}
		const root = await rootOf(series, deps);
		const profile = await deps.qualityProfiles.getOrDefault(series.qualityProfileId);
		const naming = episodeNaming(deps.settings);
		const targets = assigned.map(assignment => ({
			video: assignment.video,
			furtherParts: [],
			media: {kind: 'episodes' as const, seriesId: series.id, episodeIds: assignment.episodes.map(({id}) => id)},
			profile,
			originalLanguage: series.originalLanguage,
			present: presentFiles(assignment),
			root,
			pathOf: (file: NamedFile) => join(series.path, pathInSeries(series, {assignment, file}, naming)),
		}));
		return {targets, refused};
	},
	async lacking({target: {episodeIds}, import: progress}, {episodes}) {
		const done = new Set(progress?.files.flatMap(file => file.episodeIds));
		const open = episodeIds.filter(id => !done.has(id));
		const all = open.length > 0 ? await episodes.getMany(open) : [];
		return all.filter(({file}) => file === null).map(episode => numbersOf([episode]));
	},
	async record({media, file, replaces}, {episodes, now}) {
		if (media.kind !== 'episodes') {
			return 'changed';
		}
		const {seriesId, episodeIds} = media;
		const replaced = replaces.map(({id}) => id);
		const outcome = await episodes.recordFile({seriesId, episodeIds, file, replaces: replaced}, now());
		if (outcome === 'recorded') {
			return outcome;
		}
		// A scan, or an import of the same download, may have recorded our file as soon as it had its final name.
		const same = (await episodes.getMany(episodeIds)).flatMap(({file: old}) => (old?.path === file.path ? [old.id] : []));
		return same.length > 0 ? episodes.recordFile({seriesId, episodeIds, file, replaces: [...replaced, ...same]}, now()) : outcome;
	},
};

/** A file with several episodes appears in each of them, but is replaced only once. */
function presentFiles({episodes}: Assignment) {
	return [...new Map(episodes.flatMap(({file}) => (file ? [[file.id, file] as const] : []))).values()];
}

function pathInSeries(
	series: Series,
	{assignment: {episodes}, file}: {assignment: Assignment; file: NamedFile},
	naming: EpisodeNaming,
): string {
	const name = episodeFile(series, {episodes, file}, naming);
	return series.seasonFolder ? `${seasonFolder(series, episodes[0]?.seasonNumber ?? 0, naming)}/${name}` : name;
}
