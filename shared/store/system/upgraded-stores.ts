import type {Connection} from 'mongoose';
import type {Secrets} from '../../secrets.ts';
import type {LeaseStore} from '../mongo/leases.ts';
import {createReleaseGuids} from '../sealing/release-guids.ts';
import {createRecordState} from './record-state.ts';
import {createSealedRecords} from './sealed-records.ts';

/** The names of releases, and how far the records of earlier versions have been brought up to date. */
export function createUpgradedStores(connection: Connection, secrets: Secrets, leases: LeaseStore) {
	const releaseGuids = createReleaseGuids(connection, secrets);
	return {
		releaseGuids,
		recordState: createRecordState(connection),
		sealedRecords: createSealedRecords(connection, {secrets, releaseGuids, leases}),
	};
}
