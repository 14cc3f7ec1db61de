import {randomBytes} from 'node:crypto';
import {networkInterfaces} from 'node:os';
import {setTimeout as pause} from 'node:timers/promises';
import {Conflict} from '#shared/errors.ts';
import type {Log} from '#shared/log/log.ts';
import {isLoopback} from '#shared/network-address.ts';
import {longWork, updatingRecords} from '#shared/start/long-work.ts';
import {type ApiKeyStore, newKeyValue} from '#shared/store/accounts/api-keys.ts';
import type {UserStore} from '#shared/store/accounts/users.ts';
import type {StartFault} from '#shared/store/system/installation.ts';
import type {BuiltDeps} from './deps.ts';
import {hashPassword} from './password.ts';

export interface FirstStartOptions {
	users: UserStore;
	apiKeys: ApiKeyStore;
	/** From the environment; generated when null. */
	adminPassword: string | null;
	apiKey: string | null;
	now: () => Date;
}

/**
 * Secrets that were just generated, to be shown to a person once. Null if the environment supplied them or if this is
 * not the first start.
 */
export interface FirstSecrets {
	adminPassword: string | null;
	apiKey: string | null;
}

/**
 * Creates the administrator `admin` and a main key if there is no user yet. Of several processes that start at the same
 * time, one does it.
 */
async function firstStart({users, apiKeys, adminPassword, apiKey, now}: FirstStartOptions): Promise<FirstSecrets> {
	const nothing = {adminPassword: null, apiKey: null};
	if (await users.hasAny()) {
		return nothing;
	}
	const password = adminPassword ?? randomBytes(15).toString('base64url');
	const value = apiKey ?? newKeyValue();
	const passwordHash = await hashPassword(password);
	// The key is created first: after a crash in between there is no user, and the next start begins again.
	const key = await apiKeys.ensure({name: 'First key', type: 'main', value}, now());
	try {
		await users.add({username: 'admin', role: 'admin', passwordHash}, now());
	} catch (error) {
		if (!(error instanceof Conflict)) {
			throw error;
		}
		if (!apiKey) {
			await apiKeys.remove(key.id);
		}
		return nothing;
	}
	return {adminPassword: adminPassword ? null : password, apiKey: apiKey ? null : value};
}

export interface PrepareOptions {
	built: BuiltDeps;
	firstSecrets: FirstSecrets;
	log: Log;
	signal: AbortSignal;
	/** Called before each attempt: with null, or with the reason why the process does not fit the installation. */
	reportFault(fault: StartFault | null): void;
}

/** Milliseconds between two attempts. */
const pauseMs = 1000;
/** Milliseconds between two checks whether the fault of the installation is gone. */
const faultPauseMs = 5000;

/**
 * Waits for MongoDB, and until it fits this process, however long that takes. Then creates what a first start needs:
 * indexes, profiles, the built-in client, the administrator and the key.
 * Returns the secrets that it generated. Each step may be repeated, also by several processes at once.
 */
export async function prepare({built, firstSecrets, log, signal, reportFault}: PrepareOptions): Promise<FirstSecrets> {
	const {database, deps} = built;
	for (;;) {
		signal.throwIfAborted();
		try {
			await database.connected;
			const fault = await database.installation.findStartFault(deps.http.secretKey);
			reportFault(fault);
			if (fault) {
				await pause(faultPauseMs, undefined, {signal});
				continue;
			}
			await longWork(updatingRecords, () => database.stores.migrations.run());
			await longWork('MongoDB builds indexes; this may take minutes', say =>
				database.buildIndexes((done, all) => say(`MongoDB builds indexes: ${done} of ${all} collections`)),
			);
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

const everywhere = new Set(['0.0.0.0', '::']);
const maxAddresses = 3;

/** The addresses at which other machines reach a service that listens on all of them. */
export function addressesOf(host: string, port: string): string[] {
	const found = everywhere.has(host) ? Object.values(networkInterfaces()).flatMap(addresses => addresses ?? []) : [];
	const reached = found.filter(({internal, family}) => !internal && family === 'IPv4');
	return reached.slice(0, maxAddresses).map(({address}) => `http://${address}:${port}`);
}

/**
 * What callers see without credentials; null if only this machine can reach the address. `addresses` are the addresses
 * of a host that means all of them.
 */
export function openTo(host: string, isQueuePublic: boolean, addresses: readonly string[] = []): string | null {
	if (host === 'localhost' || isLoopback(host)) {
		return null;
	}
	const seen = isQueuePublic
		? 'the download queue (titles and progress, no paths) and the state of the service; the setting security.queuePublic = false closes the queue'
		: 'the state of the service, and nothing else';
	return `other machines can reach ${addresses.join(' and ') || host}: without credentials they see ${seen}`;
}

/**
 * Tells the parent process, or the person at the console, the address and the secrets that were just generated. Secrets
 * are shown once and never logged.
 */
export function announce(address: string, {adminPassword, apiKey}: FirstSecrets): void {
	if (process.send) {
		process.send({ready: true, detail: address, firstKey: apiKey, firstPassword: adminPassword});
		return;
	}
	const lines = [
		...(adminPassword ? [`The password of the user admin is ${adminPassword}`] : []),
		...(apiKey ? [`The first API key (header x-api-key) is ${apiKey}`] : []),
	];
	if (lines.length > 0) {
		process.stderr.write(`${[...lines, 'They are only shown once; keep them safe.'].join('\n')}\n`);
	}
}
