import {availableParallelism, totalmem} from 'node:os';
import {join} from 'node:path';
import {rotateLog} from './server-process.ts';

/**
 * A sixteenth of the memory of the machine or container. A library of 100,000 titles fits into one gigabyte, and
 * MongoDB needs a quarter of a gigabyte at least.
 */
function cacheGigabytes(): number {
	const bytes = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
	return Math.min(Math.max(bytes / 16 / 2 ** 30, 0.25), 1);
}

/**
 * Closes files that were unused for so many seconds: a process can open only a limited number of files, of which each
 * database has hundreds. Tests use some databases in turn: with a minute, closing files took an eighth of MongoDB's
 * time on a busy machine, and opening them again more.
 */
const closeIdleFiles = (seconds: number) => `file_manager=(close_idle_time=${seconds},close_scan_interval=5,close_handle_minimum=250)`;

/**
 * Percentages of the cache: what may wait for the next checkpoint, and what changes in it may use. With the defaults of
 * 5 % and 2.5 %, pages of a dozen indexes are compressed and rewritten for every few changes: a backfill then costs
 * twice the processor time, in bursts of up to 25 ms.
 */
const keepChanges = [
	...['eviction_dirty_target=60', 'eviction_dirty_trigger=80'],
	...['eviction_updates_target=60', 'eviction_updates_trigger=80'],
].join(',');

/**
 * A modified page that has grown to this size is split by its next reader. With the default of 10 MB a list then waits
 * for 40 ms, which people notice; a tenth of that they do not.
 */
const smallPages = 'memory_page_max=1m';

/**
 * Eviction threads run without a break when the cache fills, so one core is left for requests.
 * MongoDB's default is 4 threads.
 */
function makeRoom(): string {
	const maxThreads = Math.min(Math.max(availableParallelism() - 1, 1), 4);
	return `eviction=(threads_min=1,threads_max=${maxThreads})`;
}

/**
 * Sessions of the storage engine, for which MongoDB allocates memory at its start: 1.2 KiB each. It needs one for each
 * operation and open cursor at a time; the default of 33,000 is meant for as many connections.
 */
const fewSessions = 'session_max=3000';

/** MongoDB's default, and enough for the backup of a large library. Our user may not change it later. */
const historySeconds = 300;

interface Arguments {
	folder: string;
	port: number;
	/** Whether the state of all collections at one moment can be read for some minutes, as a backup does. */
	keepsHistory: boolean;
}

export function mongodbArguments({folder, port, keepsHistory}: Arguments): string[] {
	const log = join(folder, 'mongod.log');
	rotateLog(log);
	const parameters = {
		enableLocalhostAuthBypass: 0,
		// The set has no other members, so there is nothing to wait for.
		shutdownTimeoutMillisForSignaledShutdown: 100,
		diagnosticDataCollectionEnabled: false,
		// Without it, files of a dropped collection are deleted at once, which tests need.
		minSnapshotHistoryWindowInSeconds: keepsHistory ? historySeconds : 0,
		// A process that is killed in a transaction holds its documents for that long. Ours take less than a second.
		transactionLifetimeLimitSeconds: 15,
	};
	return [
		...['--dbpath', join(folder, 'db'), '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
		...['--keyFile', join(folder, 'key'), '--oplogSize', '256', '--wiredTigerCacheSizeGB', cacheGigabytes().toFixed(2)],
		...['--wiredTigerCollectionConfigString', smallPages, '--wiredTigerIndexConfigString', smallPages],
		...['--wiredTigerEngineConfigString', `${closeIdleFiles(keepsHistory ? 10 : 60)},${keepChanges},${makeRoom()},${fewSessions}`],
		// It saves nothing on one machine, and in versions with CVE-2025-14847 anybody can read memory through it.
		// No query of ours has JavaScript in it.
		...['--networkMessageCompressors', 'disabled', '--noscripting'],
		// A write that waits for the journal has it flushed at once; the others need no flush every 100 ms.
		...['--journalCommitInterval', '500'],
		// The log is only rotated at a start, so only operations that take a second are logged, not those of a tenth.
		...['--logpath', log, '--logappend', '--quiet', '--slowms', '1000'],
		...Object.entries(parameters).flatMap(([name, value]) => ['--setParameter', `${name}=${value}`]),
	];
}
