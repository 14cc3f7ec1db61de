import type {ClientSession, Connection} from 'mongoose';
import type {Aspect, Revisions} from '../lists/revisions.ts';
import {inTransaction} from '../mongo/transaction.ts';
import {episodesAspect} from '../wanted/wanted-lists.ts';

/** The fields that series lists depend on and that a recount changes. */
export const countAspects: readonly Aspect[] = ['downloaded', 'nextAiring', 'updatedAt'];

/** The same for a write that also changes episodes. */
export const episodeAspects: readonly Aspect[] = [...countAspects, episodesAspect];

/** Runs `work` in one transaction and notifies lists that these aspects of the series changed. */
export function changeSeries<T>(
	{connection, revisions}: {connection: Connection; revisions: Revisions},
	aspects: readonly Aspect[],
	work: (session: ClientSession) => Promise<T>,
): Promise<T> {
	return revisions.during(aspects, () => inTransaction(connection, work));
}
