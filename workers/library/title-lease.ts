import {Unavailable} from '#shared/errors.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Assigned, Recorded} from './seen-file.ts';

/** The lease for changing the files of a movie or series; imports, scans and deletions respect it. */
export const titleLease = (titleId: string): string => `files-of-${titleId}`;

/** The lease for changing or reading the files beside a video, such as its subtitles; it is held only for moments. */
export const besideLease = (fileId: string): string => `beside-${fileId}`;

/** The titles whose files are not being moved; missing or new files of the others mean nothing. */
export async function withoutMoving<Title extends {id: string}>(titles: readonly Title[], leases: WorkerDeps['leases']): Promise<Title[]> {
	const held = await leases.heldAmong(titles.map(({id}) => titleLease(id)));
	return held.size === 0 ? [...titles] : titles.filter(({id}) => !held.has(titleLease(id)));
}

/** Milliseconds that a removal waits for a title whose files are being moved; then it is tried again. */
const waitMs = 5000;
/** Milliseconds for both. */
const limitMs = 600_000;

/** Runs `work` while the files of a title are not being moved; null if they still are after a few seconds. */
export async function whileStill<T>(titleId: string, leases: WorkerDeps['leases'], work: () => Promise<T>): Promise<T | null> {
	const signal = AbortSignal.timeout(limitMs);
	const done = await leases.with(titleLease(titleId), {signal, maxWaitMs: waitMs}, async () => ({result: await work()}));
	return done?.result ?? null;
}

/** For work that must be done: throws Unavailable `title_moving` while the files of the title are being moved. */
export async function onceStill<T>(titleId: string, leases: WorkerDeps['leases'], work: () => Promise<T>): Promise<T> {
	const done = await whileStill(titleId, leases, async () => ({result: await work()}));
	if (!done) {
		throw new Unavailable('title_moving', 'The files of the title are being moved. It is tried again.');
	}
	return done.result;
}

/** Records files that a walk has found, except those of titles whose files are being moved: they count as known. */
export async function recordStill(
	rows: readonly Assigned[],
	leases: WorkerDeps['leases'],
	record: (rows: readonly Assigned[]) => Promise<Recorded>,
): Promise<Recorded> {
	const still = new Set(
		(
			await withoutMoving(
				[...new Set(rows.map(({titleId}) => titleId))].map(id => ({id})),
				leases,
			)
		).map(({id}) => id),
	);
	const recorded = await record(rows.filter(({titleId}) => still.has(titleId)));
	for (const {file} of rows.filter(({titleId}) => !still.has(titleId))) {
		recorded.verdicts.set(file, 'duplicate');
	}
	return recorded;
}
