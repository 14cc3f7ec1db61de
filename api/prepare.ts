import {setTimeout as pause} from 'node:timers/promises';
import type {Log} from '#shared/log.ts';
import type {BuiltDeps} from './create-deps.ts';
import {type FirstSecrets, firstStart} from './first-start.ts';

export interface PrepareOptions {
	built: BuiltDeps;
	firstSecrets: FirstSecrets;
	log: Log;
	signal: AbortSignal;
}

/** Milliseconds between two tries. */
const pauseMs = 1000;

/**
 * Waits for MongoDB, however late it comes, and makes what a first start needs: indexes, profiles, the built-in client,
 * administrator and key.
 * Answers the secrets that were made here. Each step may run again, and in several processes at once.
 */
export async function prepare({built, firstSecrets, log, signal}: PrepareOptions): Promise<FirstSecrets> {
	const {database, deps} = built;
	for (;;) {
		signal.throwIfAborted();
		try {
			await database.connected;
			await database.buildIndexes();
			await deps.settings.load();
			await deps.qualityProfiles.ensureDefaults(deps.now());
			await deps.qualityDefinitions.ensureDefaults(deps.now());
			await deps.languageProfiles.ensureDefaults(deps.now());
			await deps.delayProfiles.ensureDefault(deps.now());
			await deps.downloadClients.ensureBuiltin(deps.now());
			await deps.tasks.ensure(deps.now());
			return await firstStart({...deps, ...firstSecrets});
		} catch (error) {
			log.warn({err: error}, 'The start has to wait for MongoDB');
			await pause(pauseMs, undefined, {signal});
		}
	}
}
