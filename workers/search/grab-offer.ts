import {isPromised} from '#shared/coordination/outbox.ts';
import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import type {GrabAttempt} from '#shared/domain/searches/search-outcome.ts';
import {Conflict, type ExpectedError, Invalid, isExpected, NotFound, TooMany, Unavailable, UpstreamFailed} from '#shared/errors.ts';
import {type GrabRelease, grabRelease} from '#shared/jobs/grab.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Run} from '../runtime/handler.ts';

export const grabLimitMs = 60_000;

/** A run that wants to know what happened to each release. */
export interface ReportingRun extends Run {
	onAttempt?(attempt: GrabAttempt): void;
}

/** A run of the same job that collects what happened to the releases. */
export function reportingGrabs(run: Run): {run: ReportingRun; attempts: GrabAttempt[]} {
	const attempts: GrabAttempt[] = [];
	return {attempts, run: {...run, onAttempt: attempt => attempts.push(attempt)}};
}

/**
 * `taken`: it is already in the queue or in the library. `failed`: an indexer or a client refused it, so the next one
 * may be tried. `resting`: its indexer was not asked, nor is it for any other file now. `away`: its client takes
 * nothing of this protocol now. `unclear`: it may be on its way, so nothing else is tried for the title.
 */
export type GrabOutcome = 'grabbed' | 'taken' | 'failed' | 'resting' | 'away' | 'unclear';

export type OfferDeps = Pick<WorkerDeps, 'jobs' | 'history' | 'now'>;

/**
 * Grabs a release. What did not work is logged, and recorded if it is lasting. Throws Unavailable in a promised job
 * whose grab may be lost with Redis, because a search that grabbed nothing keeps no promise.
 */
export async function grabOffer(
	request: GrabRelease,
	offer: JudgedRelease,
	{deps, run}: {deps: OfferDeps; run: ReportingRun},
): Promise<GrabOutcome> {
	const {movieId, seriesId} = request;
	const {title} = offer.release;
	const report = (result: GrabAttempt['result'], reason: string | null = null) =>
		run.onAttempt?.({title, movieId, seriesId, result, reason});
	try {
		await deps.jobs.ask(grabRelease, request, {timeoutMs: grabLimitMs, signal: run.signal});
		report('grabbed');
		return 'grabbed';
	} catch (error) {
		if (error instanceof Conflict) {
			report('taken');
			return 'taken';
		}
		if (!isExpected(error) || run.signal.aborted) {
			throw error;
		}
		if (clientAway.has(error.code)) {
			run.log.warn({err: error, release: title}, 'The download client of a release cannot take it now; what is for this client waits');
			report('failed', error.message);
			return 'away';
		}
		if (isRefusal(error)) {
			run.log.warn({err: error, release: title}, 'A release could not be grabbed; the next one is tried');
			report('failed', error.message);
			await recordRefusal(offer, request, error, deps);
			return error instanceof TooMany ? 'resting' : ofSetup.has(error.code) ? 'away' : 'failed';
		}
		run.log.warn({err: error, release: title}, 'It is unclear whether a release was grabbed; nothing else is tried for its title');
		report('unclear', error.message);
		if (isPromised(run.id) && isOutage(error)) {
			throw error;
		}
		return 'unclear';
	}
}

/** Nothing was sent. No answer in time, or a worker that failed unexpectedly, says nothing of the kind. */
function isRefusal(error: unknown): boolean {
	const isSetUpWrong = error instanceof Unavailable && (error.code === 'no_download_client' || error.code === 'paused');
	return isSetUpWrong || [UpstreamFailed, Invalid, NotFound, TooMany].some(kind => error instanceof kind);
}

/** Codes of a client that takes nothing for now, whatever the release. Its health says why. */
const clientAway: ReadonlySet<string> = new Set(['download_client_away', 'download_client_disk']);

const isOutage = (error: ExpectedError) => error instanceof Unavailable && error.code !== 'internal_error';

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
/** These fail for every release until somebody repairs them. */
const ofSetup: ReadonlySet<string> = new Set(['download_client_refused', 'no_download_client']);

/**
 * Writes a release that could not be grabbed into the history, from which it is sent: each release once, and a wrong
 * setup once a day. An indexer or client that is away is reported as its health, and its releases are tried again.
 */
async function recordRefusal(
	{release, judgement}: JudgedRelease,
	{movieId, seriesId, episodeIds}: GrabRelease,
	{code, message}: ExpectedError,
	{history, now}: Pick<WorkerDeps, 'history' | 'now'>,
): Promise<void> {
	if (!ofRelease.has(code) && !ofSetup.has(code)) {
		return;
	}
	const {guid, indexerId, indexer, title, size} = release;
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
