import {basename} from 'node:path';
import {defaultLanguageProfile, type LanguageProfile} from '#shared/domain/languages/language-profile.ts';
import {type Episode, numbersOf} from '#shared/domain/media/library-episode.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {Subtitle, SubtitleOwner} from '#shared/domain/media/subtitle.ts';
import {type LibraryFields, withYear} from '#shared/domain/media/title.ts';
import type {SubtitleCriteria, WantedEpisode} from '#shared/domain/subtitles/found-subtitle.ts';
import type {CountedTracks} from '#shared/domain/subtitles/missing-subtitles.ts';
import {Conflict, NotFound} from '#shared/errors.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** A subtitle that we have just put beside a video. */
export interface PutSubtitle extends Omit<Subtitle, 'id' | 'path' | 'format'> {
	/** For VobSub the path of the `.idx`. */
	path: string;
}

/** A movie or episode with everything that its subtitles depend on. */
export interface SubtitledTitle {
	owner: SubtitleOwner;
	/** For people: `Paper Harbor (2019)`, `Show - S01E02`. */
	name: string;
	isMonitored: boolean;
	movieId: string | null;
	seriesId: string | null;
	/** All episodes of the file; empty for a movie. */
	episodeIds: string[];
	file: MediaFile;
	profile: LanguageProfile;
	criteria: Omit<SubtitleCriteria, 'languages' | 'movieHash'>;
	/** What was just put beside the file, for `refreshSubtitles`. */
	placed?: readonly PutSubtitle[];
}

export type TitleDeps = Pick<WorkerDeps, 'movies' | 'series' | 'episodes' | 'libraries' | 'languageProfiles'>;

/** Throws NotFound `movie_not_found` or `episode_not_found`, Conflict `no_file`. */
export async function titleWithFile(owner: SubtitleOwner, deps: TitleDeps): Promise<SubtitledTitle> {
	const title = await subtitledTitle(owner, deps);
	if (!title) {
		throw new Conflict('no_file', 'It has no file yet. Its subtitles can be searched or added once it has one.');
	}
	return title;
}

/** Like `titleWithFile`, but null when it has no file. */
export async function subtitledTitle(owner: SubtitleOwner, deps: TitleDeps): Promise<SubtitledTitle | null> {
	return owner.type === 'movie' ? await ofMovie(owner, deps) : await ofEpisode(owner, deps);
}

async function ofMovie(owner: SubtitleOwner, deps: TitleDeps): Promise<SubtitledTitle | null> {
	const movie = await deps.movies.get(owner.id);
	const {id, title, originalTitle, year, imdbId, metaId, file} = movie;
	if (!file) {
		return null;
	}
	return {
		owner,
		name: withYear(title, year),
		isMonitored: movie.monitored,
		movieId: id,
		seriesId: null,
		episodeIds: [],
		file,
		profile: await profileOf(movie, deps),
		criteria: {title, originalTitle, year, imdbId, metaId, episode: null, ...ofFile(file)},
	};
}

async function ofEpisode(owner: SubtitleOwner, deps: TitleDeps): Promise<SubtitledTitle | null> {
	const episode = await deps.episodes.get(owner.id);
	const {seriesId, file} = episode;
	const series = await deps.series.find(seriesId);
	if (!file || !series) {
		return null;
	}
	const {title, originalTitle, year, imdbId, metaId} = series;
	const episodeIds = await deps.episodes.idsOfFile(seriesId, file.id);
	// A file of several episodes begins with the first one, and so does its subtitle.
	const [firstId = owner.id] = episodeIds;
	const first = (firstId === owner.id ? null : await deps.episodes.find(firstId)) ?? episode;
	return {
		owner,
		name: `${title} - ${numbersOf([episode])}`,
		isMonitored: series.monitored && episode.monitored,
		movieId: null,
		seriesId,
		episodeIds,
		file,
		profile: await profileOf(series, deps),
		criteria: {title, originalTitle, year, imdbId, metaId, episode: toWanted(first), ...ofFile(file)},
	};
}

function toWanted({seasonNumber, episodeNumber, absoluteEpisodeNumber, title, airDateUtc}: Episode): WantedEpisode {
	return {seasonNumber, episodeNumber, absoluteEpisodeNumber, title, airDate: airDateUtc?.toISOString().slice(0, 10) ?? null};
}

function ofFile({size, releaseTitle, path}: MediaFile): Pick<SubtitleCriteria, 'size' | 'releaseName'> {
	return {size, releaseName: releaseTitle ?? basename(path)};
}

/** The language profile of a title: its own, that of its library, or the default one. */
export async function profileOf(
	{libraryId, languageProfileId}: Pick<LibraryFields, 'libraryId' | 'languageProfileId'>,
	{libraries, languageProfiles}: Pick<WorkerDeps, 'libraries' | 'languageProfiles'>,
): Promise<LanguageProfile> {
	const own = languageProfileId ? await languageProfiles.find(languageProfileId) : null;
	if (own) {
		return own;
	}
	const library = libraryId === null ? null : await libraries.find(libraryId);
	const ofLibrary = library && (await languageProfiles.find(library.languageProfileId));
	return ofLibrary ?? (await defaultProfile({languageProfiles}));
}

/** Without any profile nothing is wanted. */
export async function defaultProfile({languageProfiles}: Pick<WorkerDeps, 'languageProfiles'>): Promise<LanguageProfile> {
	try {
		return await languageProfiles.getDefault();
	} catch (error) {
		if (error instanceof NotFound) {
			return {id: '', ...defaultLanguageProfile};
		}
		throw error;
	}
}

export function countedTracks({settings}: Pick<WorkerDeps, 'settings'>): CountedTracks {
	return {embedded: settings.get('subtitles.useEmbedded'), images: settings.get('subtitles.useImageTracks')};
}
