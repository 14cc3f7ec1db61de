import {createHash, randomUUID} from 'node:crypto';
import {createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {chmod} from 'node:fs/promises';
import {homedir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {pipeline} from 'node:stream/promises';
import type {Reporter} from '#scripts/processes/reporter.ts';
import {Unavailable} from '#shared/errors.ts';

/**
 * Folder for downloaded programs, shared by all clones and tests: KINOTEKA_CACHE, else below
 * XDG_CACHE_HOME or ~/.cache.
 */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
	if (env['KINOTEKA_CACHE']) {
		return resolve(env['KINOTEKA_CACHE']);
	}
	return join(env['XDG_CACHE_HOME'] || join(homeOf(env), '.cache'), 'kinoteka');
}

function homeOf(env: NodeJS.ProcessEnv): string {
	try {
		return env['HOME'] || homedir();
	} catch {
		throw new Unavailable('no_home', 'This user has no home folder for programs that are fetched. Name a folder in KINOTEKA_CACHE.');
	}
}

/** How a program is fetched: where progress is reported, and what cancels it. */
export interface Fetching {
	reporter: Reporter;
	signal?: AbortSignal | undefined;
}

/** Makes Node cache compiled modules, with types stripped, for other processes that load them. */
export function compileCache(env: NodeJS.ProcessEnv): {NODE_COMPILE_CACHE: string} {
	return {NODE_COMPILE_CACHE: env['NODE_COMPILE_CACHE'] ?? join(cacheFolder(env), 'compiled')};
}

/**
 * A cached program: `id` is its folder, `sha256` its required digest, or null if the fetch itself verified its origin.
 */
export interface CacheEntry {
	id: string;
	sha256: string | null;
	/** sha256 of the libraries that come with it, by their names in the folder `kinoteka-lib` beside the program. */
	libraries?: Readonly<Record<string, string>>;
}

/** The environment of a server program: with the libraries beside it, if it came with some. */
export function programEnvironment(program: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const libraries = librariesOf(program);
	return existsSync(libraries) ? {...env, LD_LIBRARY_PATH: libraries} : env;
}

export const librariesOf = (program: string) => join(dirname(program), 'kinoteka-lib');

/** The path of a cached program with the right digest. A modified program is removed; null if there is none. */
export async function cachedProgram(cache: string, {id, sha256, libraries = {}}: CacheEntry): Promise<string | null> {
	const folder = join(cache, id);
	const program = join(folder, 'program');
	if (!existsSync(program)) {
		return null;
	}
	const expected = sha256 ?? readFileSync(join(folder, 'sha256'), 'utf8').trim();
	if ((await digestOf(program)) === expected && (await haveDigests(librariesOf(program), libraries))) {
		return program;
	}
	rmSync(folder, {recursive: true, force: true});
	return null;
}

const fillingPrefix = '.filling-';
/** Milliseconds after which an unfinished download counts as abandoned. */
const abandonedMs = 86_400_000;

/** Removes what killed processes left, which may be some hundred megabytes each. */
function removeAbandoned(cache: string): void {
	for (const name of readdirSync(cache).filter(each => each.startsWith(fillingPrefix))) {
		const stat = statSync(join(cache, name), {throwIfNoEntry: false});
		if (stat && Date.now() - stat.mtimeMs > abandonedMs) {
			rmSync(join(cache, name), {recursive: true, force: true});
		}
	}
}

/**
 * Fills a cache entry in a temporary folder and moves it into place in one step, so that parallel starts do not disturb
 * each other. `fetch(folder)` stores the program in `folder` and returns its path.
 * @throws Unavailable `program_hash_mismatch`
 */
export async function fillCache(cache: string, entry: CacheEntry, fetch: (folder: string) => Promise<string>): Promise<string> {
	const aside = join(cache, `${fillingPrefix}${randomUUID()}`);
	const ready = join(aside, 'ready');
	mkdirSync(ready, {recursive: true, mode: 0o700});
	removeAbandoned(cache);
	try {
		const fetched = await fetch(aside);
		const digest = await digestOf(fetched);
		if (entry.sha256 !== null && digest !== entry.sha256) {
			throw new Unavailable(
				'program_hash_mismatch',
				`the download of ${entry.id} is not the expected program (sha256 ${digest}); it was not run`,
			);
		}
		if (!(await haveDigests(librariesOf(fetched), entry.libraries ?? {}))) {
			throw new Unavailable('program_hash_mismatch', `the libraries of ${entry.id} are not the expected ones; it was not run`);
		}
		await chmod(fetched, 0o755);
		if (entry.libraries) {
			renameSync(librariesOf(fetched), librariesOf(join(ready, 'program')));
		}
		renameSync(fetched, join(ready, 'program'));
		writeFileSync(join(ready, 'sha256'), `${digest}\n`);
		return await moveToCache(ready, cache, entry);
	} finally {
		rmSync(aside, {recursive: true, force: true});
	}
}

async function moveToCache(ready: string, cache: string, entry: CacheEntry): Promise<string> {
	const folder = join(cache, entry.id);
	try {
		renameSync(ready, folder);
		return join(folder, 'program');
	} catch (error) {
		// The folder exists: a parallel start was faster, and its copy is just as good.
		const theirs = await cachedProgram(cache, entry);
		if (theirs === null) {
			throw error;
		}
		return theirs;
	}
}

async function haveDigests(folder: string, expected: Readonly<Record<string, string>>): Promise<boolean> {
	const checks = Object.entries(expected).map(async ([name, digest]) => {
		const path = join(folder, name);
		return existsSync(path) && (await digestOf(path)) === digest;
	});
	return (await Promise.all(checks)).every(Boolean);
}

/** The sha256 of a file, in hex. */
export async function digestOf(path: string): Promise<string> {
	const hash = createHash('sha256');
	await pipeline(createReadStream(path, {highWaterMark: 1024 * 1024}), hash);
	return hash.digest('hex');
}
