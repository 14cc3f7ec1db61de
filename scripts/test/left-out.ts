import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';

/**
 * The test files that cost most of those that only compute. Their verdict depends on nothing but their own text and
 * what they import.
 */
export const tables: readonly string[] = [
	'test/bench/oracle/oracle.test.ts',
	'test/bench/oracle/traps.test.ts',
	'test/shared/definitions/parse-definition.test.ts',
	'test/shared/captcha/detect-challenge-properties.test.ts',
	'test/shared/domain/decisions/no-self-upgrade.test.ts',
	'test/shared/domain/release/invariants.test.ts',
	'test/shared/lists/bson-shape.test.ts',
	'test/workers/integrations/indexers/definition/update-package.test.ts',
	'test/workers/integrations/subtitles-beside.test.ts',
	'test/workers/subtitles/to-subtitle-text.test.ts',
];

/** Whatever a test imports, a change of these may change its verdict. */
const always = ['package-lock.json', 'package.json', 'scripts/test', 'test/fixtures', 'test/helpers', 'test/together'];

/** Milliseconds. */
const gitLimitMs = 60_000;

/** What need not run again, because nothing that it checks differs from what others have checked. */
export interface LeftOut {
	files: string[];
	/** Whether the search for what nobody uses is left out. */
	unused: boolean;
}

export const nothingLeftOut: LeftOut = {files: [], unused: false};

/** What a run in this folder need not check. Without git, or without a branch to compare with, nothing. */
export function leftOut(folder: string): LeftOut {
	const changed = changedFiles(folder);
	return changed === null
		? nothingLeftOut
		: {
				files: tables.filter(table => !changed.some(file => affects(file, importedBy(table, folder)))),
				unused: !changed.some(file => /\.(?:ts|js|cjs|json)$/.test(file)),
			};
}

/** One line for the end of a run; empty if nothing was left out. */
export function describeLeftOut({files, unused}: LeftOut): string {
	const parts = [
		...(files.length > 0 ? [`${files.length} test files that only compute (${files.map(nameOf).join(', ')})`] : []),
		...(unused ? ['the search for unused code'] : []),
	];
	return parts.length === 0
		? ''
		: `Left out, because nothing that they check has changed: ${parts.join(' and ')}. With --all everything runs.`;
}

const nameOf = (file: string) => file.replace(/^.*\//, '').replace(/\.test\.ts$/, '');

/**
 * Paths, relative to the folder, that differ from the branch that this one follows: in its commits, in what is not
 * committed, or new. Null if git does not know.
 */
function changedFiles(folder: string): string[] | null {
	const git = (...given: string[]) =>
		execFileSync('git', given, {
			cwd: folder,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
			timeout: gitLimitMs,
			maxBuffer: 2 ** 26,
		})
			.split('\0')
			.filter(Boolean);
	try {
		git('ls-files', '--error-unmatch', '-z', '--', 'package.json'); // fails in a copy that lies in another repository
		return [
			...git('diff', '--name-only', '--no-renames', '--relative', '-z', '--merge-base', '@{upstream}'),
			...git('ls-files', '--others', '--exclude-standard', '-z'),
		];
	} catch {
		return null;
	}
}

/** `imported` are files, and folders with everything in them. */
function affects(changed: string, imported: ReadonlySet<string>): boolean {
	return [...always, ...imported].some(path => changed === path || changed.startsWith(`${path}/`));
}

/** The file itself and all files of ours that it names, and those that they name. */
function importedBy(file: string, folder: string, seen = new Set<string>()): Set<string> {
	if (seen.has(file)) {
		return seen;
	}
	seen.add(file);
	for (const [, named = ''] of textOf(join(folder, file)).matchAll(/'(#[\w-]+\/[^'\s]+|\.{1,2}\/[^'\s]*)'/g)) {
		const path = named.startsWith('#') ? named.slice(1) : join(dirname(file), named);
		importedBy(path.replace(/\/$/, ''), folder, seen);
	}
	return seen;
}

/** Empty for a folder, and for what only looks like a path. */
function textOf(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
}
