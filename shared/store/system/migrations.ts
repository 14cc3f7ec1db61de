import type {Connection} from 'mongoose';
import type {Leases} from '../../coordination/lease.ts';
import {giveMoviesFolders} from './give-movies-folders.ts';
import {giveTitlesLibraries, markTitlesAlone} from './give-titles-libraries.ts';
import {createNumberStore} from './numbers.ts';
import {renameFieldsOfMoves} from './rename-fields-of-moves.ts';

/** A change of what is stored. A run that was killed is repeated from its beginning. */
export interface Migration {
	/** The data version from which on the records have the new form. */
	version: number;
	run(connection: Connection): Promise<void>;
}

/** Every part may be repeated. */
async function bringToSix(connection: Connection): Promise<void> {
	await giveMoviesFolders(connection);
	await giveTitlesLibraries(connection);
	await markTitlesAlone(connection);
}

/** In the order of their versions. */
const released: readonly Migration[] = [
	{version: 6, run: bringToSix},
	{version: 7, run: renameFieldsOfMoves},
	{version: 8, run: connection => createNumberStore(connection).completeAll()},
];

interface StoredState {
	_id: 'migratedTo';
	value: number;
}

const leaseKey = 'migrations';
/** Milliseconds after which another process takes over from one that died. */
const leaseMs = 15_000;

/** Migrates the records that earlier versions of the program have stored. */
export function createMigrations(connection: Connection, leases: Pick<Leases, 'with'>, all = released) {
	const facts = () => connection.collection<StoredState>('installation');

	async function due(): Promise<readonly Migration[]> {
		if (all.length === 0) {
			return [];
		}
		const done = (await facts().findOne({_id: 'migratedTo'}))?.value ?? 0;
		return all.filter(({version}) => version > done);
	}

	async function runDue(): Promise<void> {
		for (const {version, run} of await due()) {
			await run(connection);
			await facts().updateOne({_id: 'migratedTo'}, {$max: {value: version}}, {upsert: true});
		}
	}

	return {
		/** Called by each process before it works. One runs the migrations while the others wait for it. */
		async run(): Promise<void> {
			const {signal} = new AbortController();
			while ((await due()).length > 0) {
				await leases.with(leaseKey, {ms: leaseMs, signal, maxWaitMs: leaseMs}, runDue);
			}
		},
	};
}
