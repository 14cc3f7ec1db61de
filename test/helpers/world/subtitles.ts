import {randomUUID} from 'node:crypto';
import {mkdir, readdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {ExecutionContext} from 'ava';
import type {SiteSubtitle} from '#scripts/demo/sandbox/opensubtitles/subtitles.ts';
import type {Movie} from '#shared/domain/media/movie.ts';
import type {FileSubtitles, SubtitleKind} from '#shared/domain/media/subtitle.ts';
import type {FetchSubtitles} from '#shared/jobs/subtitles.ts';
import {handleFetchSubtitles} from '#workers/subtitles/fetch-subtitles.ts';
import {buildMediaFile, buildMovieDetails} from '../build-movie.ts';
import {type FakeOpenSubtitles, fakeOpenSubtitles} from '../fakes/fake-opensubtitles.ts';
import type {WorkerWorld} from '../worker-deps.ts';

export interface SubtitlesInWorld {
	site: FakeOpenSubtitles;
	movie: Movie;
	/** Path of the movie's file. */
	video: string;
	executionId: string;
	/** Runs one fetch; returns what the activity of its task says. */
	fetch(reason?: FetchSubtitles['reason'], overrides?: Partial<WorldDeps>): Promise<string>;
	/** What the record says. */
	recorded(): Promise<FileSubtitles | null>;
	/** Names of the files in the folder of the movie, without the video. */
	beside(): Promise<string[]>;
	/** Sets what the default language profile wants. */
	want(...wishes: (string | SubtitleKind)[]): Promise<void>;
}

type WorldDeps = WorkerWorld['deps'];

export const harbour = {title: 'The Quiet Harbour', year: 2019, imdbNumber: 4711, tmdbId: 4711};
export const harbourRelease = 'The.Quiet.Harbour.2019.1080p.WEB-DL.AAC2.0.H.264-NOBODY';

export function srt(text: string): string {
	return `1\n00:00:01,000 --> 00:00:02,500\n${text}\n\n2\n00:00:03,000 --> 00:00:04,500\nAnd more.\n`;
}

/** A subtitle of the movie in this world, as the site offers it. */
export function offered(fileId: number, overrides: Partial<SiteSubtitle> = {}): SiteSubtitle {
	return {fileId, language: 'en', release: harbourRelease, content: srt(`Line of ${fileId}.`), ...harbour, ...overrides};
}

/** A movie whose file lies on a real disk, a language profile that wants English, and a site that offers subtitles. */
export async function subtitlesInWorld(t: ExecutionContext, world: WorkerWorld, subtitles: SiteSubtitle[]): Promise<SubtitlesInWorld> {
	const site = await fakeOpenSubtitles(t, {subtitles});
	const {deps, library, run} = world;
	await deps.subtitleProviders.add(site.record, deps.now());
	await deps.languageProfiles.ensureDefaults(deps.now());
	const movie = await world.addMovie(buildMovieDetails());
	const video = join(library, 'The Quiet Harbour (2019)', 'The Quiet Harbour (2019).mkv');
	await mkdir(dirname(video));
	await writeFile(video, Buffer.alloc(200_000, 7));
	const usual = buildMediaFile();
	// As short as its subtitles are.
	const mediaInfo = usual.mediaInfo && {...usual.mediaInfo, durationSeconds: 60};
	const file = buildMediaFile({id: randomUUID(), path: video, size: 200_000, releaseTitle: harbourRelease, mediaInfo});
	await deps.movies.setFile(movie.id, file, deps.now());
	const executionId = randomUUID();
	const calls = {
		async fetch(reason: FetchSubtitles['reason'] = 'missing', overrides: Partial<WorldDeps> = {}) {
			await handleFetchSubtitles({owner: {type: 'movie', id: movie.id}, reason, executionId}, {...deps, ...overrides}, run());
			const {activities} = await deps.taskActivities.page({historyId: executionId, page: 1, limit: 10});
			return activities.map(({status, message}) => `${status}: ${message}`).join('\n');
		},
		recorded: async () => (await deps.movies.get(movie.id)).file?.subtitles ?? null,
		beside: async () => (await readdir(dirname(video))).filter(name => !name.endsWith('.mkv')).sort(),
		async want(...wishes: (string | SubtitleKind)[]) {
			const all = wishes.map(kind => (typeof kind === 'string' ? {language: kind, forced: false, hearingImpaired: false} : kind));
			const profile = await deps.languageProfiles.getDefault();
			await deps.languageProfiles.change(profile.id, {subtitles: all.map(({language: code, ...kind}) => ({code, ...kind}))}, deps.now());
		},
	};
	await calls.want('en');
	return {site, movie, video, executionId, ...calls};
}
