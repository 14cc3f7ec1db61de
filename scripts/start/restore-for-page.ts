import {basename} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import type {Config} from '#config/index.ts';
import {openBackup} from '#shared/backup/restore-backup.ts';
import {writeRestoreOutcome} from '#shared/backup/restore-request.ts';
import {Conflict, isExpected} from '#shared/errors.ts';
import {restoreInto} from '../command/restore-into.ts';
import type {Reporter} from '../processes/reporter.ts';
import type {Restore} from './run-service.ts';

/** Signs of life of a process that had to be killed last for 15 s. */
const retryMs = 5000;
const maxTries = 5;

async function whenAllEnded(work: () => Promise<void>, signal: AbortSignal, tries = 1): Promise<void> {
	try {
		await work();
	} catch (error) {
		if (!(error instanceof Conflict && error.code === 'service_running' && tries < maxTries)) {
			throw error;
		}
		await pause(retryMs, undefined, {signal});
		await whenAllEnded(work, signal, tries + 1);
	}
}

/** The restore that the page asks for: the same as `npm run restore -- --force`, between a stop and a start. */
export function restoreFor(config: Config, reporter: Reporter): Restore {
	const {dataDir} = config;
	async function end(folder: string, error: unknown): Promise<void> {
		const words = error === null ? null : isExpected(error) ? error.message : String(error);
		reporter.step(words === null ? `restored ${folder}` : `not restored: ${words}`);
		await writeRestoreOutcome(dataDir, {name: basename(folder), at: new Date().toISOString(), error: words}).catch(() => {});
	}
	return {
		async check(folder, signal) {
			try {
				await openBackup(folder, signal);
				return true;
			} catch (error) {
				await end(folder, error);
				return false;
			}
		},
		async run(folder, servers, signal) {
			try {
				const manifest = await openBackup(folder, signal);
				await whenAllEnded(() => restoreInto(servers, {manifest, from: folder, config, force: true, reporter, signal}), signal);
				await end(folder, null);
			} catch (error) {
				await end(folder, error);
			}
		},
	};
}
