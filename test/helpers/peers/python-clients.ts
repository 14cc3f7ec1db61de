import {spawnSync} from 'node:child_process';
import {existsSync, readdirSync} from 'node:fs';
import {homedir} from 'node:os';
import {join} from 'node:path';
import {cacheFolder} from '#scripts/embedded/program-cache.ts';

/** Libraries that programs for Radarr, Sonarr and Prowlarr are made of, and what each is imported as. */
const packages = {
	radarr: 'radarr==1.2.1',
	sonarr: 'sonarr-py==1.1.0',
	prowlarr: 'prowlarr-py==1.1.0',
	aiopyarr: 'aiopyarr==23.4.0',
	ciso8601: 'ciso8601',
	orjson: 'orjson',
	arrapi: 'arrapi==1.5.1',
	pyarr: 'pyarr==6.9.0',
} as const;
export type PythonClient = keyof typeof packages;

const installMs = 300_000;
/** The oldest Python that all of them run with. */
const oldest = '(3, 12)';

const succeeds = (program: string, args: readonly string[], timeout = 60_000) =>
	spawnSync(program, args, {stdio: 'ignore', timeout}).status === 0;

/** The first Python that is new enough; also one that a version manager keeps aside. */
function findPython(): string | null {
	const kept = join(homedir(), '.pyenv', 'versions');
	const aside = existsSync(kept) ? readdirSync(kept).map(name => join(kept, name, 'bin', 'python3')) : [];
	const isNew = (program: string) => succeeds(program, ['-c', `import sys; sys.exit(sys.version_info < ${oldest})`]);
	return ['python3', 'python3.13', 'python3.12', ...aside].find(isNew) ?? null;
}

/**
 * A Python with the libraries, in a folder that later runs use again. `missing` are those that cannot be had; nothing is
 * installed into a Python that `ARR_CLIENTS_PYTHON` names.
 */
export function preparePythonClients(named: string | undefined): {python: string; missing: PythonClient[]} {
	const all = Object.keys(packages) as PythonClient[];
	const missingIn = (python: string) => all.filter(name => !succeeds(python, ['-c', `import ${name}`]));
	if (named) {
		return {python: named, missing: missingIn(named)};
	}
	const folder = join(cacheFolder(process.env), 'arr-clients');
	const python = join(folder, 'bin', 'python');
	const found = existsSync(python) ? python : findPython();
	if (found === null || (found !== python && !succeeds(found, ['-m', 'venv', folder]))) {
		return {python: 'python3', missing: missingIn('python3')};
	}
	for (const name of missingIn(python)) {
		// Each alone: one that a registry does not have must not keep the others away.
		succeeds(python, ['-m', 'pip', 'install', '--quiet', packages[name]], installMs);
	}
	return {python, missing: missingIn(python)};
}
