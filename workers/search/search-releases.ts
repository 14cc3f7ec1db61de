import PQueue from 'p-queue';
import {wait} from '#shared/coordination/wait.ts';
import type {Decision} from '#shared/domain/decisions/decide.ts';
import {type JudgedRelease, joinVersions} from '#shared/domain/decisions/judged-release.ts';
import {dayMs} from '#shared/domain/durations.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {toWireFailure} from '#shared/errors.ts';
import type {SearchedReleases, SearchReleases, searchReleases} from '#shared/jobs/search.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import type {FoundSoFar} from '../runtime/deps.ts';
import {type Handler, type Run, stopReason} from '../runtime/handler.ts';
import {rankReleases} from './judge-releases.ts';
import {searchByNumbers} from './search-criteria.ts';
import {findSearchTarget, type TargetDeps} from './search-target.ts';

type Used = keyof TargetDeps | 'searchIndexers' | 'releaseCache' | 'log';
type Deps = Parameters<Handler<typeof searchReleases, Used>>[1];

/** Searches the indexers for a person who waits, and stores the results in the release cache. */
export const handleSearchReleases: Handler<typeof searchReleases, Used> = (payload, deps, run) =>
	payload.isStarted ? searchWhileRead(payload, deps, run) : search(payload, deps, run);

type Judge = (releases: readonly FoundRelease[]) => Promise<JudgedRelease[]>;
type OnAnswer = (soFar: () => FoundSoFar, judge: Judge) => void;

async function search(payload: SearchReleases, deps: Deps, {id, signal}: Run, onAnswer?: OnAnswer): Promise<SearchedReleases> {
	const started = performance.now();
	const {decide, wholeSeason, ...target} = await findSearchTarget(payload, deps, signal);
	const judge = createBest(payload, decide, decisions => rankReleases(decisions, deps, wholeSeason));
	const asked = {...target, use: 'interactive' as const, indexerIds: payload.indexerIds};
	const telling = onAnswer && {onAnswer: (soFar: () => FoundSoFar) => onAnswer(soFar, judge)};
	const {releases, indexerResults} = await searchByNumbers({...asked, ...telling}, signal, deps);
	const now = deps.now();
	const found = await judge(releases.filter(release => isWithin(release, payload, now)));
	await deps.releaseCache.put(id, {releases: found, indexerResults, searchTime: deps.now()});
	return {searchId: id, total: found.length, duration: Math.round(performance.now() - started)};
}

/** Milliseconds between two judgements of what has come so far, and how many times the last one's own time. */
const minPauseMs = 500;
const pauseFactor = 4;

/**
 * A search whose caller reads the results as the indexers answer. It may run twice, after the death of its worker; the
 * run that ends first counts. Nobody is asked any more for one that was stopped or forgotten.
 */
async function searchWhileRead(payload: SearchReleases, deps: Deps, run: Run): Promise<SearchedReleases> {
	const {releaseCache, now, log} = deps;
	const note = (change: Parameters<typeof releaseCache.noteSearch>[1]) => releaseCache.noteSearch(run.id, change, now());
	if (!(await note({state: 'searching', asking: []}))) {
		return {searchId: run.id, total: 0, duration: 0};
	}
	const telling = latestOf<Parameters<OnAnswer>>(async ([read, judge]) => {
		const {releases, indexerResults, asking} = read();
		const judged = await judge(releases.filter(release => isWithin(release, payload, now())));
		await releaseCache.put(run.id, {releases: judged, indexerResults, searchTime: now()});
		await note({asking});
	}, log);
	try {
		const searched = await search(payload, deps, run, (...soFar) => telling.tell(soFar)).finally(telling.end);
		await note({state: 'completed'});
		return searched;
	} catch (error) {
		// When the process stops, another one runs it again.
		if (run.signal.reason !== stopReason) {
			await note({state: 'failed', message: maskSecrets(toWireFailure(error).message)});
		}
		throw error;
	}
}

/** Does the work for the latest value only, with pauses between. Values that come meanwhile are skipped. */
function latestOf<T>(work: (value: T) => Promise<void>, log: Deps['log']) {
	const over = new AbortController();
	let next: {value: T} | null = null;
	let running: Promise<void> | null = null;

	async function run(): Promise<void> {
		while (next && !over.signal.aborted) {
			const {value} = next;
			next = null;
			const begun = performance.now();
			// What has come so far is never worth the search.
			await work(value).catch(error => log.warn({err: error}, 'What a search has found so far could not be stored'));
			await wait(Math.max(minPauseMs, (performance.now() - begun) * pauseFactor), over.signal).catch(() => {});
		}
		running = null;
	}

	return {
		tell(value: T): void {
			next = {value};
			running ??= run();
		},
		/** Ends after the work under way, so that nothing is written later. */
		async end(): Promise<void> {
			over.abort();
			await running;
		},
	};
}

/** Releases of which the best are chosen before the next ones are judged. */
const judgedAtOnce = 2000;

/**
 * Judges the releases that have not been judged before, and returns the best of all that are still offered. Hundreds of
 * indexers find tens of thousands: only as many decisions are kept as the caller gets.
 */
function createBest(
	{limit}: Pick<SearchReleases, 'limit'>,
	decide: (releases: readonly FoundRelease[]) => Promise<Decision[]>,
	rank: (decisions: readonly Decision[]) => Promise<JudgedRelease[]>,
): Judge {
	const judged = new WeakSet<FoundRelease>();
	const order = new Set<string>();
	let best: Decision[] = [];

	async function add(some: readonly FoundRelease[]): Promise<JudgedRelease[]> {
		const decisions = [...best, ...(await decide(some))];
		for (const {candidate} of decisions) {
			const {media} = candidate;
			const id = (media.kind === 'movie' ? media.movie : media.series)?.id;
			void (id !== undefined && order.add(id));
		}
		const found = joinVersions(await rank(decisions), [...order]).slice(0, limit);
		const chosen = new Set(found.map(({release}) => release));
		best = decisions.filter(({candidate}) => chosen.has(candidate.release));
		for (const release of some) {
			judged.add(release);
		}
		return found;
	}

	async function bestOf(releases: readonly FoundRelease[]): Promise<JudgedRelease[]> {
		const offered = new Set(releases);
		best = best.filter(({candidate}) => offered.has(candidate.release));
		const fresh = releases.filter(release => !judged.has(release));
		let found = fresh.length > 0 ? [] : await add([]);
		for (let at = 0; at < fresh.length; at += judgedAtOnce) {
			found = await add(fresh.slice(at, at + judgedAtOnce));
		}
		return found;
	}

	// What has come so far may still be judged when everything has come.
	const oneByOne = new PQueue({concurrency: 1});
	return releases => oneByOne.add(async () => bestOf(releases));
}

/** Applies the caller's own filters, which leave releases out. The limits of settings and profiles only reject them. */
function isWithin(release: FoundRelease, {minSeeders, maxAge}: SearchReleases, now: Date): boolean {
	const seeders = release.protocol === 'torrent' ? (release.seeders ?? 0) : Number.POSITIVE_INFINITY;
	// Nobody knows how old a release without a date is.
	const days = release.publishDate === null ? Number.MAX_VALUE : (Number(now) - Number(release.publishDate)) / dayMs;
	return seeders >= (minSeeders ?? 0) && days <= (maxAge ?? Number.POSITIVE_INFINITY);
}
