import {setTimeout as pause} from 'node:timers/promises';
import type {Log} from '#shared/log.ts';
import {longWork, updatingRecords} from '#shared/start/long-work.ts';
import type {StartFault} from '#shared/store/system/installation.ts';
import type {BuiltDeps} from './create-deps.ts';
import {type FirstSecrets, firstStart} from './first-start.ts';

export interface PrepareOptions {
	built: BuiltDeps;
	firstSecrets: FirstSecrets;
	log: Log;
	signal: AbortSignal;
	/** Called before each attempt: with null, or with the reason why the process does not fit the installation. */
	tellFault(fault: StartFault | null): void;
}

/** Milliseconds between two attempts. */
const pauseMs = 1000;
/** Milliseconds until somebody may have mended what is wrong with the installation. */
const faultPauseMs = 5000;

/**
 * Waits for MongoDB, and until it fits this process, however long that takes. Then creates what a first start needs:
 * indexes, profiles, the built-in client, the administrator and the key.
 * Returns the secrets that it generated. Each step may be repeated, also by several processes at once.
 */
export async function prepare({built, firstSecrets, log, signal, tellFault}: PrepareOptions): Promise<FirstSecrets> {
	const {database, deps} = built;
	for (;;) {
		signal.throwIfAborted();
		try {
			await database.connected;
			const fault = await database.installation.findStartFault(deps.http.secretKey);
			tellFault(fault);
			if (fault) {
				await pause(faultPauseMs, undefined, {signal});
				continue;
			}
			await longWork(updatingRecords, () => database.stores.migrations.run());
			await longWork('indexes are built; this may take minutes', () => database.buildIndexes());
			await deps.settings.load();
			await deps.qualityProfiles.ensureDefaults(deps.now());
			await deps.qualityDefinitions.ensureDefaults(deps.now());
			await deps.languageProfiles.ensureDefaults(deps.now());
			await deps.delayProfiles.ensureDefault(deps.now());
			await deps.downloadClients.ensureBuiltin(deps.now());
			await deps.tasks.ensure(deps.now());
			return await firstStart({...deps, ...firstSecrets});
		} catch (error) {
			signal.throwIfAborted();
			log.warn({err: error}, 'Waiting for MongoDB');
			await pause(pauseMs, undefined, {signal});
		}
	}
}
