import type {Indexer} from '#shared/domain/indexers/indexer-record.ts';
import {Cancelled, isExpected} from '#shared/errors.ts';
import type {CheckConnection, checkConnection} from '#shared/jobs/connections.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {testAndNote} from './tested-kinds.ts';

/** Tests a record as it is stored. What was changed or deleted meanwhile keeps its status: another check follows. */
export const handleCheckConnection: Handler<typeof checkConnection> = async (wanted, deps, {signal}) => {
	const record = await find(wanted, deps);
	if (!record?.enabled || ('queryLimit' in record && isScarce(record))) {
		return;
	}
	const noted = async () => {
		const current = await find(wanted, deps);
		return Number(current?.updatedAt) === Number(record.updatedAt) ? record.id : null;
	};
	try {
		await testAndNote(record, {kind: wanted.kind, noted, signal}, deps);
	} catch (error) {
		// The status tells it.
		if (!isExpected(error) || error instanceof Cancelled) {
			throw error;
		}
	}
};

function find({kind, recordId}: CheckConnection, {indexers, downloadClients, subtitleProviders}: WorkerDeps) {
	const stores = {indexer: indexers, downloadClient: downloadClients, subtitleProvider: subtitleProviders};
	return stores[kind].find(recordId);
}

/** Queries of a limit below which none is spent on a check. */
const fewQueries = 20;
/** Seconds between two requests above which the next search would wait for the check. */
const slowSeconds = 2;

/** What such an indexer allows is left to searches, whose first outcome becomes its status. */
function isScarce({queryLimit, minimumIntervalSeconds}: Indexer): boolean {
	return (queryLimit !== null && queryLimit < fewQueries) || minimumIntervalSeconds > slowSeconds;
}
