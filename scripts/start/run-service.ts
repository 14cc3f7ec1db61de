import {lockFolder} from '#scripts/embedded/data-lock.ts';
import {type Services, startServices} from '#scripts/embedded/services.ts';
import {isRestoreMessage} from '#shared/backup/restore-request.ts';
import type {Reporter} from '../processes/reporter.ts';
import type {StopRequest} from './stop-request.ts';
import {type Plan, type Supervision, supervise} from './supervise.ts';

/** Null addresses mean our own servers, with their data below `dataFolder`. */
export interface ServiceSettings {
	dataFolder: string;
	mongodbUri: string | null;
	redisUrl: string | null;
	mongodBinary: string | null;
	redisBinary: string | null;
}

interface Surroundings {
	env: NodeJS.ProcessEnv;
	reporter: Reporter;
	stop: StopRequest;
	/** Throws if the databases are those of another version or key. */
	refuseMisfit?(services: Pick<Services, 'mongodbUri'>): Promise<void>;
	/** Restores the backup in a folder, once nothing of the service runs besides the databases. It never fails. */
	restore?: Restore;
	/** Returns what to run once the addresses of the databases are known. */
	plan: (services: Pick<Services, 'mongodbUri' | 'redisUrl'>) => Plan;
}

export interface Restore {
	/** Whether the backup is whole, before anything is stopped. */
	check(folder: string, signal: AbortSignal): Promise<boolean>;
	run(folder: string, services: Pick<Services, 'mongodbUri' | 'redisUrl'>, signal: AbortSignal): Promise<void>;
}

/**
 * Runs the whole service until a stop is requested, then stops it in order: API, workers, Redis, MongoDB.
 * @throws Conflict if the data folder is in use, Unavailable if something cannot start; nothing is left running then
 */
export async function runService(
	settings: ServiceSettings,
	{env, reporter, stop, refuseMisfit, restore, plan}: Surroundings,
): Promise<void> {
	const lock = lockFolder(settings.dataFolder);
	reporter.step(`data folder: ${settings.dataFolder}`);
	const stopping = new AbortController();
	void stop.asked.then(() => stopping.abort());
	let services: Services | undefined;
	let supervision: Supervision | undefined;
	stop.atOnce(() => {
		supervision?.kill();
		services?.kill();
		lock.release();
		reporter.step('stopped by force');
		process.exit(130);
	});
	try {
		services = await startServices({
			...{...settings, folder: settings.dataFolder, database: 'kinoteka', env, reporter, signal: stopping.signal},
			onMoved() {
				if (services && supervision && !stop.wasAsked()) {
					reporter.step('the API and the workers are restarted, because they know the old address');
					void supervision.restart(plan(services));
				}
			},
		});
		let folder: string | null = null;
		while (!stop.wasAsked()) {
			if (folder !== null && restore) {
				await restore.run(folder, services, stopping.signal);
				if (stop.wasAsked()) {
					break;
				}
			}
			await refuseMisfit?.(services);
			const {promise: wanted, resolve: want} = Promise.withResolvers<string>();
			const onMessage = async (message: unknown) => {
				if (isRestoreMessage(message) && (await restore?.check(message.restore, stopping.signal))) {
					want(message.restore);
				}
			};
			supervision = supervise(plan(services), reporter, message => void onMessage(message));
			await Promise.race([stop.asked, supervision.ready.then(() => reporter.step('everything runs; Ctrl-C stops it'))]);
			folder = await Promise.race([stop.asked.then(() => null), wanted]);
			if (folder !== null) {
				reporter.step(`the service is stopped, to restore ${folder}`);
				await supervision.stop();
				supervision = undefined;
			}
		}
		reporter.step(`stopping (${await stop.asked}); once more to stop at once`);
	} catch (error) {
		// An aborted start fails somewhere, which is not an error.
		if (!stop.wasAsked()) {
			throw error;
		}
	} finally {
		await supervision?.stop();
		await services?.stop();
		lock.release();
		reporter.step('all stopped');
	}
}
