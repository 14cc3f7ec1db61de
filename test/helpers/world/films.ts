import {mkdir, utimes, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {ExecutionContext} from 'ava';
import type {NewLanguageProfile} from '#shared/domain/languages/language-profile.ts';
import type {MediaFile, SubtitleTrack} from '#shared/domain/media/media-file.ts';
import type {Movie} from '#shared/domain/media/movie.ts';
import {type FileSubtitles, parseSubtitleKindKey} from '#shared/domain/media/subtitle.ts';
import {refreshSubtitles} from '#workers/subtitles/refresh-subtitles.ts';
import {type PutSubtitle, subtitledTitle} from '#workers/subtitles/subtitled-title.ts';
import {buildMatroska} from '../build-matroska.ts';
import {buildMediaFile, buildMovieDetails} from '../build-movie.ts';
import type {WorkerWorld} from '../worker-deps.ts';

export interface FilmsInWorld {
	/** A movie with a file on a real disk, and files beside it. */
	addFilm(beside?: readonly string[], file?: Partial<MediaFile>): Promise<Movie & {file: MediaFile}>;
	/** Changes what the default profile wants, as `subtitleKindKey` writes it. */
	want(wishes: string, change?: Partial<NewLanguageProfile>): Promise<void>;
	refresh(movie: Movie, placed?: readonly PutSubtitle[]): Promise<FileSubtitles | null>;
	/** What is stored of the movie's subtitles. */
	stored(movie: Movie): Promise<FileSubtitles | null | undefined>;
}

const before = new Date('2020-01-01T00:00:00Z');
let films = 0;
/** What `buildMatroska` writes. */
const track: SubtitleTrack = {language: 'de', forced: false, hearingImpaired: false, format: 'srt', isImage: false};
const {mediaInfo: usual} = buildMediaFile();
const mediaInfo = usual && {...usual, subtitleTracks: [track]};

/** A library whose default language profile wants English. */
export async function filmsInWorld(_: ExecutionContext, world: WorkerWorld, _options: object): Promise<FilmsInWorld> {
	const {deps, library} = world;
	await deps.languageProfiles.ensureDefaults(deps.now());
	async function want(wishes: string, change: Partial<NewLanguageProfile> = {}) {
		const {id} = await deps.languageProfiles.getDefault();
		const subtitles = wishes.split(' ').map(key => {
			const {language, ...kind} = parseSubtitleKindKey(key);
			return {code: language, ...kind};
		});
		await deps.languageProfiles.change(id, {subtitles, ...change}, deps.now());
	}
	await want('en');
	return {
		want,
		async addFilm(beside = [], overrides = {}) {
			films += 1;
			const number = films;
			const folder = join(library, `Film ${number}`);
			const path = join(folder, `Film ${number}.mkv`);
			await mkdir(folder);
			const video = buildMatroska();
			await writeFile(path, video);
			for (const name of beside) {
				const full = join(folder, name.replace('Film', `Film ${number}`));
				await mkdir(dirname(full), {recursive: true});
				await writeFile(full, '1\n00:00:01,000 --> 00:00:02,000\nHello\n');
			}
			await utimes(folder, before, before);
			const movie = await world.addMovie(buildMovieDetails({metaId: 1000 + number}));
			const file = buildMediaFile({id: `file-${number}`, path, size: video.length, mediaInfo, dateAdded: deps.now(), ...overrides});
			await deps.movies.setFile(movie.id, file, deps.now());
			return {...movie, file};
		},
		async refresh(movie, placed = []) {
			const title = await subtitledTitle({type: 'movie', id: movie.id}, deps);
			return title && refreshSubtitles({...title, placed}, deps, world.run().signal);
		},
		stored: async movie => (await deps.movies.get(movie.id)).file?.subtitles,
	};
}
