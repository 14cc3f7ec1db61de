import {randomUUID} from 'node:crypto';
import type {FetchedSubtitle} from '#shared/store/subtitles/fetched-subtitles.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {SubtitledTitle} from '../subtitled-title.ts';

type Fetched = Omit<FetchedSubtitle, 'id' | 'owner' | 'fileId' | 'before' | 'written' | 'fetchedAt'>;

/** Stores what was downloaded or uploaded for the file, so that no crash wastes it. */
export async function keepFetched(
	{owner, file}: Pick<SubtitledTitle, 'owner' | 'file'>,
	subtitle: Fetched,
	{fetchedSubtitles, now}: Pick<WorkerDeps, 'fetchedSubtitles' | 'now'>,
): Promise<FetchedSubtitle> {
	const fetched = {id: randomUUID(), owner, fileId: file.id, ...subtitle, before: null, written: null, fetchedAt: now()};
	await fetchedSubtitles.add(fetched);
	return fetched;
}
