import type {RouteDeps} from '#api/services.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {SubtitleOwner} from '#shared/domain/subtitles/subtitle-owner.ts';
import {Conflict} from '#shared/errors.ts';

/** A movie or episode, and the file that its subtitles belong to. */
export interface Title {
	owner: SubtitleOwner;
	/** For people. */
	name: string;
	file: MediaFile | null;
}

export type TitleKind = (typeof titleKinds)[number];

/** Both have the same endpoints below their own path. `get` throws NotFound. */
export const titleKinds = [
	{
		base: '/api/library/movies/:id/subtitles',
		async get(id: string, {movies}: RouteDeps): Promise<Title> {
			const movie = await movies.get(id);
			return {owner: {type: 'movie', id: movie.id}, name: movie.title, file: movie.file};
		},
	},
	{
		base: '/api/library/episodes/:id/subtitles',
		async get(id: string, {episodes}: RouteDeps): Promise<Title> {
			const episode = await episodes.get(id);
			const name = `season ${episode.seasonNumber}, episode ${episode.episodeNumber}`;
			return {owner: {type: 'episode', id: episode.id}, name, file: episode.file};
		},
	},
] as const;

/** Throws Conflict `no_file` for a title without a file, which no subtitle can fit or lie beside. */
export async function getWithFile(kind: TitleKind, id: string, deps: RouteDeps): Promise<Title & {file: MediaFile}> {
	const {file, ...title} = await kind.get(id, deps);
	if (!file) {
		throw new Conflict('no_file', 'This title has no video file yet that subtitles could belong to. Try again once it has one.');
	}
	return {...title, file};
}
