import {type ChildProcess, fork} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import {pino} from 'pino';
import {createCalls, processChild} from '#shared/coordination/child.ts';
import {every, withinLimit} from '#shared/coordination/wait.ts';
import type {BuiltinProgress} from '#shared/domain/downloads/builtin-torrent.ts';
import {Unavailable} from '#shared/errors.ts';
import type {Log} from '#shared/log/log.ts';
import type {BuiltinTorrentStore} from '#shared/store/downloads/builtin-torrents.ts';
import type {FolderMemory} from '../../files/used-folders.ts';
import type {TorrentEngineOptions, TorrentKeeper} from '../torrent-engine.ts';
import type {EngineOrder} from './engine.process.ts';

export interface EngineProcessDeps {
	store: TorrentKeeper & Pick<BuiltinTorrentStore, 'isEmpty' | 'noteDeath'>;
	folders: FolderMemory;
	/** The setting `security.allowPrivateNetworks`. */
	allowPrivate(): boolean;
	log: Log;
	/** Milliseconds that our lease outlives us. */
	leaseMs: number;
	/** The program, for tests. */
	script?: string;
}

/** A process in which the engine is open. */
export interface EngineProcess {
	port: number;
	pid: number | undefined;
	ask<T>(name: string, ...given: unknown[]): Promise<T>;
	/** Why it ended. */
	ended: Promise<string>;
	/** Lets it save its progress, and kills it if that takes too long. */
	close(limitMs?: number): Promise<void>;
}

/** Milliseconds. */
const opensWithinMs = 60_000;
const answersWithinMs = 30_000;
const closesWithinMs = 12_000;
/** Signs of life that are given in the time of the lease, and that may be missing from the other side. */
const signs = 5;
const maxMissing = 30;
/** Letters of its last output, which say why it died. */
const lastWords = 2000;
/** Memory that strangers make it use is limited to this, so that they take none from other processes. */
const heapMegabytes = 1024;
/** It gets no address and no key of ours. */
const passedOn = [
	'PATH',
	'TZ',
	'LANG',
	'NODE_COMPILE_CACHE',
	'NODE_EXTRA_CA_CERTS',
	'SSL_CERT_FILE',
	'SSL_CERT_DIR',
	'MALLOC_ARENA_MAX',
	'MALLOC_TRIM_THRESHOLD_',
];

/** Throws Unavailable `torrent_port_taken`, `engine_silent` or `engine_ended`; nothing is left running then. */
export async function startEngineProcess(
	options: TorrentEngineOptions,
	deps: EngineProcessDeps,
	signal: AbortSignal,
): Promise<EngineProcess> {
	const {allowPrivate, log, leaseMs, store} = deps;
	signal.throwIfAborted();
	const child = spawnEngine(deps);
	const starting = new Set<string>();
	const calls = createCalls(processChild(child), answersFor(deps, starting), silent);
	let isClosing = false;
	const ended = endOf(child).then(async ({isOwnFault, reason}) => {
		if (isOwnFault && !isClosing && !signal.aborted) {
			await store.noteDeath([...starting]).catch(error => log.warn({err: error}, 'The end of the torrent client could not be stored'));
		}
		return reason;
	});
	const ask = <T>(name: string, ...given: unknown[]) => calls.call<T>(name, given, answersWithinMs);
	const kill = () => void child.kill('SIGKILL');
	const endSigns = giveSigns({leaseMs, kill}, () => ask('alive', allowPrivate()));
	void ended.then(() => {
		endSigns();
		calls.end();
	});
	signal.addEventListener('abort', kill, {once: true});
	try {
		const order: EngineOrder = {options, allowPrivate: allowPrivate(), logLevel: log.level, leaseMs};
		const died = ended.then(reason => {
			throw new Unavailable('engine_ended', `The process of the built-in torrent client ended: ${reason}`);
		});
		const port = await Promise.race([calls.call<number>('open', [order], opensWithinMs), died]);
		const close = async (limitMs = 2 * closesWithinMs) => {
			isClosing = true;
			await calls.call('close', [], limitMs / 2).catch(() => {});
			await withinLimit(ended, limitMs / 2, '');
			kill();
			await withinLimit(ended, closesWithinMs, '');
		};
		return {port, pid: child.pid, ask, ended, close};
	} catch (error) {
		kill();
		throw error;
	} finally {
		signal.removeEventListener('abort', kill);
	}
}

function spawnEngine({script = fileURLToPath(new URL('./engine.process.ts', import.meta.url))}: EngineProcessDeps): ChildProcess {
	return fork(script, [], {
		serialization: 'advanced',
		execArgv: [...process.execArgv, `--max-old-space-size=${heapMegabytes}`],
		env: Object.fromEntries(passedOn.map(name => [name, process.env[name]]).filter(([, value]) => value !== undefined)),
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
	});
}

async function endOf(child: ChildProcess): Promise<{isOwnFault: boolean; reason: string}> {
	let words = '';
	child.stderr?.on('data', (chunk: Buffer) => {
		words = (words + chunk.toString()).slice(-lastWords);
	});
	const [code, signal] = await once(child, 'exit').catch(error => [String(error), null]);
	return {isOwnFault: code !== 0, reason: [signal ?? `exit code ${code}`, words.trim()].filter(text => text !== '').join(': ')};
}

const silent = () => new Unavailable('engine_silent', 'The built-in torrent client does not answer; it is restarted automatically.');

/**
 * What the engine may ask of us: its torrents are stored here, and its log is written here. `starting` are the torrents
 * that may still kill it.
 */
function answersFor({store, folders, log}: EngineProcessDeps, starting: Set<string>) {
	return {
		storedTorrents: store.list,
		saveMetadata: store.saveMetadata,
		async saveProgress(infoHash: string, progress: BuiltinProgress) {
			await store.saveProgress(infoHash, progress);
			starting[progress.starts > 0 ? 'add' : 'delete'](infoHash);
		},
		setPaused: store.setPaused,
		markRemoval: store.markRemoval,
		forget: store.remove,
		folderIdOf: folders.idOf,
		putFolderId: folders.put,
		forgetFolder: folders.forget,
		log({level, msg, ...fields}: {level: number; msg: string}) {
			const name = pino.levels.labels[level];
			log[name === 'debug' || name === 'info' || name === 'warn' ? name : 'error'](fields, msg);
		},
	};
}

/**
 * The engine ends when it hears nothing from us, and is killed when it hangs. Time during which the machine slept does
 * not count.
 */
function giveSigns({leaseMs, kill}: {leaseMs: number; kill(): void}, sign: () => Promise<unknown>): () => void {
	let missing = 0;
	return every(leaseMs / signs, () => {
		missing += 1;
		if (missing > maxMissing) {
			kill();
		}
		void sign().then(
			() => {
				missing = 0;
			},
			() => {},
		);
	});
}
