import {accessSync, constants, existsSync, statSync} from 'node:fs';
import {delimiter, join, resolve} from 'node:path';
import {Unavailable} from '#shared/errors.ts';
import {isTooOld, ownSeries} from '#shared/start/server-versions.ts';
import {type CacheEntry, cachedProgram, type Fetching, fillCache, programEnvironment} from './program-cache.ts';
import {runProgram} from './run-program.ts';

/** A source of the program. `fetch` stores it below `folder` and returns its path. */
export interface ProgramSource extends CacheEntry {
	label: string;
	/** It is used only if it is cached already, and not fetched now. */
	isOnlyCached?: true;
	fetch(folder: string, fetching: Fetching): Promise<string>;
}

/** The program to find. `given` is the path that the user set in `variable`; `minimum` is [major, minor]. */
export interface WantedProgram {
	label: string;
	variable: string;
	given: string | null;
	names: readonly string[];
	minimum: readonly [number, number];
	/** Why it is the minimum, if not because we need it. */
	minimumReason?: string;
	/** The series that wrote the data, such as `6.0`; no other can read them. Null if there are none. */
	series?: string | null;
	sources: readonly ProgramSource[];
	remedy: string;
}

export interface FoundProgram {
	path: string;
	version: string;
	/** Where it was found, as text for people. */
	origin: string;
	/** Why those that come before it could not be used. */
	passedOver: readonly string[];
}

interface Surroundings extends Fetching {
	cache: string;
	env: NodeJS.ProcessEnv;
	/** Whether a cached program of a later source is as good as an uncached one of an earlier source. */
	prefersCached?: boolean;
}

/**
 * Looks for a server program: at the given path, on PATH, then at each source, in our cache or fetched now.
 * Every candidate must answer `--version` and be new enough.
 * @throws Unavailable `program_not_found`, with every place that failed and the remedy
 */
export async function findProgram(wanted: WantedProgram, surroundings: Surroundings): Promise<FoundProgram> {
	if (wanted.given !== null) {
		const found = await probe(wanted, resolve(wanted.given), wanted.variable);
		if (typeof found === 'string') {
			throw new Unavailable('program_not_found', `${wanted.variable}: ${found}. ${correct(wanted)}`);
		}
		return {...found, passedOver: []};
	}
	const failures: string[] = [];
	for (const path of onPath(wanted.names, surroundings.env)) {
		const found = await probe(wanted, path, path);
		if (typeof found !== 'string') {
			return {...found, passedOver: failures};
		}
		failures.push(found);
	}
	for (const source of inOrder(wanted.sources, surroundings)) {
		surroundings.signal?.throwIfAborted();
		const found = await fromSource(wanted, source, surroundings);
		if (typeof found !== 'string') {
			return {...found, passedOver: failures};
		}
		failures.push(found);
	}
	const tried = failures.length === 0 ? '' : `\n${failures.map(failure => `  - ${failure}`).join('\n')}`;
	throw new Unavailable('program_not_found', `${wanted.label} was not found and could not be fetched.${tried}\n${wanted.remedy}`);
}

/** Whether a start has to fetch the program: nobody named one, and neither PATH nor our cache has one. */
export function mustBeFetched({given, names, sources}: WantedProgram, {cache, env}: Pick<Surroundings, 'cache' | 'env'>): boolean {
	return given === null && !sources.some(source => isCached(cache, source)) && onPath(names, env).length === 0;
}

function inOrder(sources: readonly ProgramSource[], {cache, prefersCached = false}: Surroundings): readonly ProgramSource[] {
	return prefersCached ? sources.toSorted((a, b) => Number(isCached(cache, b)) - Number(isCached(cache, a))) : sources;
}

const isCached = (cache: string, {id}: CacheEntry) => existsSync(join(cache, id, 'program'));

/** Returns the program, fetched now or earlier, or a sentence that says why it cannot be used. */
async function fromSource(
	wanted: WantedProgram,
	source: ProgramSource,
	{cache, reporter, signal}: Surroundings,
): Promise<Omit<FoundProgram, 'passedOver'> | string> {
	const cached = await cachedProgram(cache, source);
	if (cached !== null) {
		return await probe(wanted, cached, `${source.label}, cached`);
	}
	if (source.isOnlyCached) {
		return `${source.label}: it is not in ${cache}`;
	}
	reporter.progress(`${wanted.label} is not on this machine: trying ${source.label}`);
	try {
		const path = await fillCache(cache, source, folder => source.fetch(folder, {reporter, signal}));
		return await probe(wanted, path, `${source.label}, now cached in ${cache}`);
	} catch (error) {
		const {code, syscall, message} = error as NodeJS.ErrnoException;
		const why = syscall
			? `nothing can be stored in ${cache} (${code}). Let this user write there, or name another folder in KINOTEKA_CACHE`
			: message;
		return `${source.label}: ${why}`;
	}
}

function correct({series = null}: WantedProgram): string {
	return series === null
		? 'Correct it or unset it.'
		: `Name a program of version ${series} or unset it. To move the data to ${ownSeries}, run: npm run move-mongodb`;
}

/** Milliseconds. The first run of a large program may have to read all of it from a slow disk. */
const versionLimitMs = 120_000;

/** Returns the program, or a sentence that says why it cannot be used. */
async function probe(
	{minimum, minimumReason = '', label, series = null}: WantedProgram,
	path: string,
	origin: string,
): Promise<Omit<FoundProgram, 'passedOver'> | string> {
	const {ok, output} = await runProgram(path, ['--version'], {timeoutMs: versionLimitMs, env: programEnvironment(path, process.env)});
	const version = /v=?(\d{1,3}\.\d{1,3}\.\d{1,3})/.exec(output);
	if (!ok || !version) {
		return `${origin} does not run: ${output.split('\n')[0]?.trim() || 'no output'}`;
	}
	if (isTooOld(version[1] ?? '', minimum)) {
		return `${origin} is ${label} ${version[1]}, but ${minimum.join('.')} or newer is needed${minimumReason}`;
	}
	if (series !== null && !version[1]?.startsWith(`${series}.`)) {
		return `${origin} is ${label} ${version[1]}, but the data were written by ${label} ${series}, and only ${series} can read them`;
	}
	return {path, version: version[1] ?? '', origin};
}

function onPath(names: readonly string[], env: NodeJS.ProcessEnv): string[] {
	const folders = (env['PATH'] ?? '').split(delimiter).filter(folder => folder !== '');
	return names.flatMap(name => folders.map(folder => join(folder, name))).filter(isExecutable);
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}
