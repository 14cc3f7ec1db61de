import {randomUUID} from 'node:crypto';
import {setTimeout as pause} from 'node:timers/promises';
import type {Connection} from 'mongoose';
import type {Secrets} from '../../secrets.ts';
import type {LeaseStore} from '../mongo/leases.ts';
import type {ReleaseGuids} from '../sealing/release-guids.ts';
import {reseal} from '../sealing/reseal.ts';
import {hideGuids} from './hide-guids.ts';

interface StoredState {
	_id: 'sealedRecords';
	value: number;
}

/** Which values are sealed and which guids are hidden. Sealing another field raises it. */
const sealedVersion = 2;

const leaseKey = 'sealed-records';
/** Milliseconds after which another process takes over from one that died. */
const leaseMs = 15_000;
const lookMs = 200;

interface Sealers {
	secrets: Secrets;
	releaseGuids: ReleaseGuids;
	leases: Pick<LeaseStore, 'take' | 'release'>;
}

/** Brings what earlier versions stored in plain text into the form of today. */
export function createSealedRecords(connection: Connection, {secrets, releaseGuids, leases}: Sealers) {
	const facts = () => connection.collection<StoredState>('installation');
	const areComplete = async () => ((await facts().findOne({_id: 'sealedRecords'}))?.value ?? 0) >= sealedVersion;

	async function seal(): Promise<void> {
		await reseal(connection, secrets);
		await hideGuids(connection, await releaseGuids.load(), secrets);
		await facts().updateOne({_id: 'sealedRecords'}, {$max: {value: sealedVersion}}, {upsert: true});
	}

	async function sealAlone(token: string): Promise<void> {
		const timer = setInterval(() => void leases.take(leaseKey, token, leaseMs).catch(() => {}), leaseMs / 3);
		try {
			await seal();
		} finally {
			clearInterval(timer);
			await leases.release(leaseKey, token).catch(() => {});
		}
	}

	return {
		/**
		 * Called by each process before it works. One does it while the others wait, because all of them together would
		 * take several times as long. Two at once do no harm, and a run that was killed goes on.
		 */
		async complete(): Promise<void> {
			const token = randomUUID();
			while (!(await areComplete())) {
				if (await leases.take(leaseKey, token, leaseMs)) {
					await sealAlone(token);
				} else {
					await pause(lookMs);
				}
			}
		},
	};
}
