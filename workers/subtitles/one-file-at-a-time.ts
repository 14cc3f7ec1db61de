import {Unavailable} from '#shared/errors.ts';
import {besideLease, titleLease} from '../library/title-lease.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {SubtitledTitle} from './subtitled-title.ts';

/**
 * Runs `work` while no other worker changes the subtitles of the same file. Null when another one does so for longer
 * than `patienceMs`. The signal passed on aborts when the lease is lost too.
 */
export async function oneFileAtATime<T>(
	{fileId, patienceMs, signal}: {fileId: string; patienceMs: number; signal: AbortSignal},
	{leases}: Pick<WorkerDeps, 'leases'>,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
	return leases.with(`subtitles-${fileId}`, {signal, maxWaitMs: patienceMs}, work);
}

/** Milliseconds to wait for a move of the title's files; then the work is tried again later. */
const moveWaitMs = 5000;

/**
 * Runs `work` with the title as it is recorded now, while nobody moves its files. A move looks for us once it has the
 * title, as we do for it, so one of the two gives way. Throws Unavailable `title_moving`.
 */
export async function whileFileStays<T>(
	title: SubtitledTitle,
	{deps, signal}: {deps: Pick<WorkerDeps, 'episodes' | 'leases' | 'movies'>; signal: AbortSignal},
	work: (title: SubtitledTitle) => Promise<T>,
): Promise<T> {
	const {leases} = deps;
	const ofTitle = titleLease(title.movieId ?? title.seriesId ?? '');
	const end = performance.now() + moveWaitMs;
	const waiting = () => ({signal, maxWaitMs: Math.max(0, end - performance.now())});
	do {
		const done = await leases.with(besideLease(title.file.id), waiting(), async () =>
			(await leases.heldAmong([ofTitle])).size > 0 ? null : {result: await work(await asRecorded(title, deps))},
		);
		if (done) {
			return done.result;
		}
	} while (await leases.whenFree(ofTitle, waiting()));
	throw new Unavailable('title_moving', 'The files of the title are being moved or renamed. Its subtitles are tried again.');
}

/** Its file may have another path by now. */
async function asRecorded(title: SubtitledTitle, {movies, episodes}: Pick<WorkerDeps, 'episodes' | 'movies'>): Promise<SubtitledTitle> {
	const {owner, file} = title;
	const record = owner.type === 'movie' ? await movies.find(owner.id) : await episodes.find(owner.id);
	return record?.file?.id === file.id ? {...title, file: record.file} : title;
}
