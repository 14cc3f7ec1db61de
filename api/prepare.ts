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

/** Milliseconds between two attempts. */
const pauseMs = 1000;

/**
 * Waits for MongoDB, however long that takes, and creates what a first start needs: indexes, profiles, the built-in
 * client, the administrator and the key.
 * Returns the secrets that it generated. Each step may be repeated, also by several processes at once.
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
			log.warn({err: error}, 'Waiting for MongoDB');
			await pause(pauseMs, undefined, {signal});
		}
	}
}
