import type {ExecutionContext} from 'ava';
import {unknownParsedQuality} from '#shared/domain/release/parsed-title.ts';
import {Conflict, NotFound, UpstreamFailed} from '#shared/errors.ts';
import {answerDisks} from './answer-disks.ts';
import {answerJobs} from './answer-jobs.ts';
import type {Served} from './serve.ts';

const gone = (code: string) => () => Promise.reject(new NotFound(code, 'It is not there.'));
const failure = {code: 'solver_failed', message: 'There is no browser.'};

/** A catalogue without a site. */
export const answerDefinitions = {
	listDefinitions: async () => ({definitions: [], total: 0, languages: []}),
	showDefinition: gone('definition_not_found'),
};

/** A name of which nothing can be read. */
export const answerNames = {
	judgeName: async () => ({
		mode: 'movie' as const,
		isUnderstood: false,
		parsed: {title: 'name', languages: [], quality: unknownParsedQuality},
		quality: 'Unknown' as const,
		formats: [],
		profiles: [],
	}),
};

/** Answers every job that the API waits for without the outside world, so that nothing leaves this machine. */
export async function answerAll(t: ExecutionContext, served: Served): Promise<void> {
	await answerDisks(t, served);
	await answerJobs(t, served, {
		addMovie: gone('title_not_found_at_provider'),
		addSeries: gone('title_not_found_at_provider'),
		lookUpTitle: gone('title_not_found_at_provider'),
		lookUpTitles: async () => ({titles: []}),
		...answerDefinitions,
		discover: async () => ({titles: [], pages: 0}),
		categorizeDownload: async () => ({error: null}),
		controlDownloads: async () => ({failures: []}),
		previewAutoTag: async () => ({movies: 0, series: 0, examples: []}),
		fetchImage: gone('image_not_found'),
		listImportCandidates: gone('file_missing'),
		searchReleases: gone('movie_not_found'),
		judgeName: answerNames.judgeName,
		grabRelease: gone('release_expired'),
		searchSubtitles: gone('movie_not_found'),
		addSubtitle: gone('subtitle_expired'),
		previewRematch: gone('title_not_found_at_provider'),
		rematchTitle: gone('title_not_found_at_provider'),
		removeSubtitle: gone('subtitle_not_found'),
		prepareIndexerImport: () => Promise.reject(new UpstreamFailed('connection_refused', 'Nobody listens there.')),
		testMoveSource: () => Promise.reject(new UpstreamFailed('connection_refused', 'Nobody listens there.')),
		showLoginCaptcha: async () => ({isLoggedIn: true}),
		answerLoginCaptcha: () => Promise.reject(new Conflict('captcha_gone', 'It has expired.')),
		testConnection: () => Promise.reject(new UpstreamFailed('connection_refused', 'Nobody listens there.')),
		solveChallenge: async () => ({solveTime: 1, usedCache: false, kind: 'none', open: false, failure, clearance: null}),
		openPage: async () => ({pageId: null, failure}),
	});
}
