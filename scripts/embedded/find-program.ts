import {accessSync, constants, statSync} from 'node:fs';
import {delimiter, join, resolve} from 'node:path';
import type {Teller} from '#scripts/teller/console.ts';
import {Unavailable} from '#shared/errors.ts';
import {type CacheEntry, cachedProgram, fillCache} from './program-cache.ts';
import {runCommand} from './run-command.ts';

/** A source of the program. `fetch` stores it below `folder` and returns its path. */
export interface ProgramSource extends CacheEntry {
	label: string;
	fetch(folder: string, tell: Teller): Promise<string>;
}

/** The program to find. `given` is the path that the user set in `variable`; `minimum` is [major, minor]. */
export interface WantedProgram {
	label: string;
	variable: string;
	given: string | null;
	names: readonly string[];
	minimum: readonly [number, number];
	sources: readonly ProgramSource[];
	remedy: string;
}

export interface FoundProgram {
	path: string;
	version: string;
	/** Where it was found, as text for people. */
	origin: string;
}

interface Place {
	cache: string;
	env: NodeJS.ProcessEnv;
	tell: Teller;
}

/**
 * Looks for a server program: at the given path, on PATH and in our cache. Then fetches it from the
 * first source that has it.
 * Every candidate must answer `--version` and be new enough.
 * @throws Unavailable `program_not_found`, with every place that failed and the remedy
 */
export async function findProgram(wanted: WantedProgram, {cache, env, tell}: Place): Promise<FoundProgram> {
	if (wanted.given !== null) {
		const found = await probe(wanted, resolve(wanted.given), wanted.variable);
		if (typeof found === 'string') {
			throw new Unavailable('program_not_found', `${wanted.variable}: ${found}. Correct it or unset it.`);
		}
		return found;
	}
	const failures: string[] = [];
	for (const path of onPath(wanted.names, env)) {
		const found = await probe(wanted, path, path);
		if (typeof found !== 'string') {
			return found;
		}
		failures.push(found);
	}
	for (const source of wanted.sources) {
		const path = await cachedProgram(cache, source);
		const found = path === null ? null : await probe(wanted, path, `${source.label}, cached`);
		if (found !== null && typeof found !== 'string') {
			return found;
		}
	}
	return await fetchProgram(wanted, {cache, env, tell}, failures);
}

async function fetchProgram(wanted: WantedProgram, {cache, tell}: Place, failures: string[]): Promise<FoundProgram> {
	for (const source of wanted.sources) {
		tell.progress(`${wanted.label} is not on this machine: asking ${source.label}`);
		try {
			const path = await fillCache(cache, source, folder => source.fetch(folder, tell));
			const found = await probe(wanted, path, `${source.label}, now cached in ${cache}`);
			if (typeof found !== 'string') {
				return found;
			}
			failures.push(found);
		} catch (error) {
			failures.push(`${source.label}: ${error instanceof Error ? error.message : String(error)}`);
		}
	}
	const tried = failures.length === 0 ? '' : `\n${failures.map(failure => `  - ${failure}`).join('\n')}`;
	throw new Unavailable('program_not_found', `${wanted.label} was not found and could not be fetched.${tried}\n${wanted.remedy}`);
}

/** Returns the program, or a sentence that says why it cannot be used. */
async function probe({minimum, label}: WantedProgram, path: string, origin: string): Promise<FoundProgram | string> {
	const {ok, output} = await runCommand(path, ['--version'], {timeoutMs: 10_000});
	const version = /v=?((\d{1,3})\.(\d{1,3})\.\d{1,3})/.exec(output);
	if (!ok || !version) {
		return `${origin} does not run: ${output.split('\n')[0]?.trim() || 'no output'}`;
	}
	const [major, minor] = [Number(version[2]), Number(version[3])];
	if (major < minimum[0] || (major === minimum[0] && minor < minimum[1])) {
		return `${origin} is ${label} ${version[1]}, but ${minimum.join('.')} or newer is needed`;
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
