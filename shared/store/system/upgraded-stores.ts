import type {Connection} from 'mongoose';
import type {Leases} from '../../coordination/lease.ts';
import type {Secrets} from '../../secrets.ts';
import {createReleaseGuids} from '../sealing/release-guids.ts';
import {createRecordState} from './record-state.ts';
import {createSealedRecords} from './sealed-records.ts';

/** The names of releases, and how far the records of earlier versions have been brought up to date. */
export function createUpgradedStores(connection: Connection, secrets: Secrets, leases: Leases) {
	const releaseGuids = createReleaseGuids(connection, secrets);
	return {
		releaseGuids,
		recordState: createRecordState(connection),
		sealedRecords: createSealedRecords(connection, {secrets, releaseGuids, leases}),
	};
}
