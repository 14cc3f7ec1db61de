import type {SearchEpisodes, SearchMovie} from '#shared/jobs/search.ts';
import type {Log} from '#shared/log/log.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import type {Run} from '#workers/runtime/handler.ts';
import {handleSearchEpisodes} from '#workers/search/search-episodes.ts';
import {handleSearchMovie} from '#workers/search/search-movie.ts';
import type {Clock} from '../clock.ts';
import {asSearch} from '../current-search.ts';
import type {JobLine, WaitingJob} from './job-line.ts';

interface Work {
	line: JobLine;
	deps: WorkerDeps;
	clock: Clock;
	log: Log;
}

/** Simulated milliseconds that a search takes, divided by those that run at once in a pool. */
const searchMs = 1500;

/** Runs waiting jobs, `atOnce` at a time, until none may run or the clock has reached `until`. */
export async function workOff({line, deps, clock, log}: Work, {until, atOnce}: {until: number; atOnce: number}): Promise<number> {
	let done = 0;
	async function worker(): Promise<void> {
		for (let job = next(); job !== null; job = next()) {
			const current = job;
			await asSearch({jobId: current.id, titleIds: titlesOf(current)}, () => runJob(current, {deps, run: runOf(current, log)})).finally(
				() => line.done(current),
			);
			done += 1;
		}
	}
	function next(): WaitingJob | null {
		const job = clock.at() < until ? line.take(clock.at()) : null;
		if (job) {
			clock.pass(searchMs);
		}
		return job;
	}
	await Promise.all(Array.from({length: atOnce}, worker));
	return done;
}

function runJob({name, payload}: WaitingJob, {deps, run}: {deps: WorkerDeps; run: Run}): Promise<void> {
	switch (name) {
		case 'search-movie':
			return handleSearchMovie(payload as SearchMovie, deps, run);
		case 'search-episodes':
			return handleSearchEpisodes(payload as SearchEpisodes, deps, run);
		default:
			throw new Error(`The simulation does not run jobs named ${name}`);
	}
}

const runOf = ({id}: WaitingJob, log: Log): Run => ({id, attempt: 1, signal: new AbortController().signal, log});

function titlesOf({payload}: WaitingJob): ReadonlySet<string> | null {
	const {movieId, episodeIds} = payload as Partial<SearchMovie & SearchEpisodes>;
	return movieId === undefined ? (episodeIds ? new Set(episodeIds) : null) : new Set([movieId]);
}
