import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import type {ExpectedError} from '#shared/errors.ts';
import type {GrabRelease} from '#shared/jobs/grab/grab-release.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

/** The client does not want this release, or what its indexer has of it is of no use. */
const ofRelease: ReadonlySet<string> = new Set([
	'download_refused',
	'fake_release',
	'not_a_torrent',
	'unsafe_torrent',
	'not_an_nzb',
	'nothing_to_fetch',
	'release_gone',
	'address_refused',
	'too_many_redirects',
]);
/** These fail for every release until somebody mends them. */
const ofSetup: ReadonlySet<string> = new Set(['download_client_refused', 'no_download_client']);

export interface RefusedGrab {
	wish: GrabRelease;
	error: ExpectedError;
}

/**
 * Writes a release that could not be grabbed into the history, from which it is sent: each release once, and a wrong
 * setup once a day. An indexer or client that is away is reported as its health, and its releases are tried again.
 */
export async function recordRefusal(
	{release, judgement}: JudgedRelease,
	{wish, error}: RefusedGrab,
	{history, now}: Pick<WorkerDeps, 'history' | 'now'>,
): Promise<void> {
	const {code, message} = error;
	if (!ofRelease.has(code) && !ofSetup.has(code)) {
		return;
	}
	const {guid, indexerId, indexer, title, size} = release;
	const {movieId, seriesId, episodeIds} = wish;
	const entry = {
		event: 'downloadFailed' as const,
		title,
		movieId,
		seriesId,
		episodeIds: episodeIds ?? [],
		quality: judgement.quality,
		qualityScore: judgement.qualityScore,
		indexer,
		downloadClient: null,
		downloadId: null,
		data: {error: message, stage: 'grab', size},
		timestamp: now(),
	};
	await history.add(entry, ofRelease.has(code) ? `refused:${indexerId}:${guid}` : `refused:${code}:${now().toISOString().slice(0, 10)}`);
}
