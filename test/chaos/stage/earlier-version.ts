import {execFileSync} from 'node:child_process';
import {existsSync, symlinkSync} from 'node:fs';
import {join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {NodeProgram} from '#scripts/start/node-child.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const git = (...args: string[]) => execFileSync('git', args, {cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']}).trim();
const tryGit = (...args: string[]) => {
	try {
		return git(...args);
	} catch {
		return null;
	}
};

/** Commits of the main line that stand for a version where nothing is tagged. */
const commitsBefore = 40;

export interface EarlierVersion {
	commit: string;
	/** The same program as that version has it. */
	programOf(program: NodeProgram): NodeProgram;
	remove(): void;
}

/** A checkout of the last tag, or of a commit some time ago, with the packages of this one; null without the history. */
export function openEarlierVersion(folder: string): EarlierVersion | null {
	const commit =
		tryGit('describe', '--tags', '--abbrev=0', 'HEAD^') ?? tryGit('rev-list', '--first-parent', '-1', `--skip=${commitsBefore}`, 'HEAD');
	const place = join(folder, 'earlier');
	if (!commit || tryGit('worktree', 'add', '--detach', place, commit) === null || !existsSync(join(place, 'workers/main.ts'))) {
		return null;
	}
	symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
	return {
		commit: git('rev-parse', '--short', commit),
		programOf: program => ({
			...program,
			name: `${program.name} of ${commit.slice(0, 9)}`,
			script: join(place, relative(root, program.script)),
		}),
		remove: () => void tryGit('worktree', 'remove', '--force', place),
	};
}
