import {toCopy} from '#shared/domain/decisions/candidate.ts';
import {whySuperseded} from '#shared/domain/decisions/copies.ts';
import {decide, type Judged} from '#shared/domain/decisions/decide.ts';
import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import {chooseClient} from '#shared/domain/downloads/download-client-record.ts';
import {type TaggedTitle, untagged} from '#shared/domain/media/tags.ts';
import type {FoundRelease, Protocol} from '#shared/domain/release/release.ts';
import type {SearchResult} from '#shared/store/downloads/release-cache.ts';
import {taggedById} from '../library/tagged-title.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Run} from '../runtime/handler.ts';
import {type GrabOutcome, grabLimitMs, grabOffer, type OfferDeps, type ReportingRun} from './grab-offer.ts';

export type GrabDeps = OfferDeps & Pick<WorkerDeps, 'leases'>;

/**
 * Judges a release once more, by all that is true at the moment of its grab. Null when its title is not wanted any
 * more.
 */
export type JudgeAgain = (release: FoundRelease) => Promise<Judged | null>;

/** Releases of one title that may fail at an indexer or a client before the title is left for another day. */
const maxFailures = 10;

/** Grabs the first of these releases (best first) that works. Returns whether one was grabbed. */
export async function grabMovie(
	offers: readonly JudgedRelease[],
	{movieId, judgeAgain}: {movieId: string; judgeAgain: JudgeAgain},
	{deps, run}: {deps: GrabDeps; run: Run},
): Promise<boolean> {
	const tries = createTries();
	for (const offer of offers) {
		if (!tries.mayTry(offer)) {
			continue;
		}
		const outcome = await oneAtATime(
			movieId,
			{deps, run},
			async () =>
				(await insteadOfGrab(offer, {movieId, seriesId: null, judgeAgain}, run)) ??
				grabOffer({...idOf(offer), movieId, seriesId: null, episodeIds: null}, offer, {deps, run}),
		);
		if (!tries.haveFailed(offer, outcome)) {
			return outcome === 'grabbed';
		}
	}
	return false;
}

/**
 * Grabs releases, best first, until no episode is open or no release has an open one. Removes the grabbed episodes from
 * `open`. Returns how many releases were grabbed.
 */
export async function grabEpisodes(
	approved: readonly JudgedRelease[],
	{seriesId, open, judgeAgain}: {seriesId: string; open: Set<string>; judgeAgain: JudgeAgain},
	{deps, run}: {deps: GrabDeps; run: Run},
): Promise<number> {
	const taken = new Set<string>();
	const tries = createTries();
	let grabbed = 0;
	for (const offer of approved) {
		const {episodeIds} = offer;
		const isNeeded = episodeIds.some(id => open.has(id)) && !episodeIds.some(id => taken.has(id));
		if (!isNeeded || !tries.mayTry(offer)) {
			continue;
		}
		const outcome = await oneAtATime(
			seriesId,
			{deps, run},
			async () =>
				(await insteadOfGrab(offer, {movieId: null, seriesId, judgeAgain}, run)) ??
				grabOffer({...idOf(offer), movieId: null, seriesId, episodeIds}, offer, {deps, run}),
		);
		if (tries.haveFailed(offer, outcome)) {
			continue;
		}
		grabbed += outcome === 'grabbed' ? 1 : 0;
		for (const id of episodeIds) {
			taken.add(id);
			open.delete(id);
		}
	}
	return grabbed;
}

const siteOf = ({indexerId, site = ''}: FoundRelease) => `${indexerId}\n${site}`;

/**
 * Which releases of a title are still tried after some have failed. One whose site is paused, or whose client is away,
 * does not count as a try.
 */
function createTries() {
	const resting = new Set<string>();
	const away = new Set<Protocol>();
	let failed = 0;
	return {
		mayTry: ({release}: JudgedRelease) => failed < maxFailures && !resting.has(siteOf(release)) && !away.has(release.protocol),
		/** Notes the outcome of a try. True if the next release is to be tried. */
		haveFailed({release}: JudgedRelease, outcome: GrabOutcome | null): boolean {
			failed += outcome === 'failed' ? 1 : 0;
			if (outcome === 'resting') {
				resting.add(siteOf(release));
			}
			if (outcome === 'away') {
				away.add(release.protocol);
			}
			return outcome === 'failed' || outcome === 'resting' || outcome === 'away';
		},
	};
}

const idOf = ({release: {guid, indexerId}}: JudgedRelease) => ({guid, indexerId});

/**
 * The outcome of a grab that is not made, because of what happened since the release was judged; null to make it. If
 * the title has another release by now, no further one is tried.
 */
async function insteadOfGrab(
	{release}: JudgedRelease,
	{movieId, seriesId, judgeAgain}: {movieId: string | null; seriesId: string | null; judgeAgain: JudgeAgain},
	run: ReportingRun,
): Promise<'taken' | 'failed' | null> {
	const {title} = release;
	const report = (reason: string) => {
		run.log.info({release: title, reason}, 'A release is not grabbed: it was refused when it was judged once more');
		run.onAttempt?.({title, movieId, seriesId, result: 'refused', reason});
	};
	const judged = await judgeAgain(release);
	if (!judged) {
		report('Its title is no longer wanted.');
		return 'taken';
	}
	const {facts} = judged;
	const {candidate} = judged.decision;
	// Whether it has to wait was decided by comparing it with all others of its title.
	const decision = decide(candidate, {...facts, byPerson: true});
	if (decision.approved) {
		return null;
	}
	report(decision.rejectionDetails.map(({detail}) => detail).join('; '));
	return whySuperseded(toCopy(candidate), facts, facts.profile) === null ? 'failed' : 'taken';
}

/** Longer than a grab that its dead caller left in the queue can still be taken up. */
const leaseMs = grabLimitMs + 30_000;

/**
 * Runs `work` while nothing else is grabbed for the same movie or series by itself. While its outcome is unclear, or
 * when it fails, the lease goes on: an asked grab may still store its item. Null when another grab takes too long; the
 * title is left to the next run then.
 */
async function oneAtATime(
	titleId: string,
	{deps, run}: {deps: Pick<GrabDeps, 'leases'>; run: Run},
	work: () => Promise<GrabOutcome>,
): Promise<GrabOutcome | null> {
	const lease = await deps.leases.acquire(`grab-${titleId}`, {ms: leaseMs, renewed: false, signal: run.signal, maxWaitMs: leaseMs});
	if (!lease) {
		return null;
	}
	const outcome = await work();
	if (outcome !== 'unclear') {
		await lease.release();
	}
	return outcome;
}

/**
 * Keeps the releases that an enabled download client can take, so that the others do not count as failed tries. If no
 * client can take any of them, all stay, so that the try reports what is missing.
 */
export async function fetchable(
	judged: readonly JudgedRelease[],
	{deps, run}: {deps: Pick<WorkerDeps, 'downloadClients' | 'libraries' | 'movies' | 'series'>; run: Run},
): Promise<readonly JudgedRelease[]> {
	if (judged.length === 0) {
		return judged;
	}
	const clients = await deps.downloadClients.list();
	const isTaken = ({release: {protocol}}: JudgedRelease, title: TaggedTitle) =>
		chooseClient(clients, {protocol, preferredId: null, title}) !== null;
	const titleOf = clients.some(({tags}) => tags.length > 0) ? await readTagged(judged, deps) : () => untagged;
	const able = judged.filter(release => isTaken(release, titleOf(release)));
	if (able.length === 0) {
		return judged;
	}
	if (able.length < judged.length) {
		run.log.warn(
			{releases: judged.length - able.length},
			'Releases were passed over: no enabled download client takes their protocol for their title',
		);
	}
	return able;
}

/** What the tags of clients are compared with, of the titles of these releases. */
async function readTagged(
	judged: readonly JudgedRelease[],
	deps: Pick<WorkerDeps, 'libraries' | 'movies' | 'series'>,
): Promise<(release: JudgedRelease) => TaggedTitle> {
	const idOfTitle = ({mappedMovie, mappedSeries}: JudgedRelease) => mappedMovie?.id ?? mappedSeries?.id ?? '';
	const titles = new Map<string, TaggedTitle>();
	for (const release of judged) {
		const id = idOfTitle(release);
		if (!titles.has(id)) {
			const movieId = release.mappedMovie?.id ?? null;
			titles.set(id, await taggedById({movieId, seriesId: movieId ? null : id}, deps));
		}
	}
	return release => titles.get(idOfTitle(release)) ?? untagged;
}

/** Stores releases until they are grabbed. Nobody asks for the list of a search without any. */
export async function storeFound(
	searchId: string,
	found: Omit<SearchResult, 'searchTime'>,
	{releaseCache, now}: Pick<WorkerDeps, 'releaseCache' | 'now'>,
): Promise<void> {
	if (found.releases.length > 0) {
		await releaseCache.put(searchId, {...found, searchTime: now()});
	}
}
