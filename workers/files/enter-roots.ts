import {joinCalls} from '#shared/coordination/wait.ts';
import {rootOf} from '#shared/domain/file-changes/plan-title.ts';
import {Unavailable} from '#shared/errors.ts';
import {bytesToKeepFree} from '../library/disk-settings.ts';
import {lacksAllFiles, namedRoot, recogniseRoot} from '../library/recognise-root.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {FileMove} from './file-moves.ts';
import type {RootChecks, TitleRun} from './title-run.ts';

/**
 * Makes sure that both root folders of a title are there and the ones that were used before: below a missing mount lies
 * an empty folder, or another one. Throws Unavailable.
 */
export async function enterRoots({head, roots, rootChecks}: Pick<TitleRun, 'head' | 'roots' | 'rootChecks'>): Promise<void> {
	const [from, to] = [rootOf(head.from, roots), rootOf(head.to, roots)];
	for (const root of new Set([from, to])) {
		await rootChecks.ensure(root ?? head.toRoot);
	}
	await (to !== undefined && rootChecks.use(to));
}

export function createRootChecks(deps: Pick<WorkerDeps, 'files' | 'recordedFiles'>): RootChecks {
	const shared = (check: (root: string) => Promise<void>) => {
		const ofRoots = new Map<string, (nothing: null) => Promise<void>>();
		return (root: string) => {
			const ofRoot = ofRoots.get(root) ?? joinCalls<null, void>(() => check(root));
			ofRoots.set(root, ofRoot);
			return ofRoot(null);
		};
	};
	return {ensure: shared(root => ensureRoot(root, deps)), use: shared(root => deps.files.useFolder(namedRoot(root)))};
}

/** The same for one root folder. */
export async function ensureRoot(root: string, deps: Pick<WorkerDeps, 'files' | 'recordedFiles'>): Promise<void> {
	if (!(await deps.files.isFolder(root))) {
		throw new Unavailable('root_folder_missing', `The root folder ${root} is not there. Mount it, then try again.`);
	}
	await recogniseRoot(root, deps);
	if (await lacksAllFiles(root, deps)) {
		const message = `The library has many files in the root folder ${root}, but they are not there. Mount its disk, then try again.`;
		throw new Unavailable('root_folder_empty', message);
	}
}

/** All files of a title that have to be copied must fit, before the first one is. */
export async function ensureRoom(
	moves: readonly FileMove[],
	{head, roots, deps}: Pick<TitleRun, 'deps' | 'head' | 'roots'>,
): Promise<void> {
	const toRoot = rootOf(head.to, roots);
	const fromRoot = rootOf(head.from, roots);
	if (toRoot === undefined || fromRoot === undefined || toRoot === fromRoot) {
		return;
	}
	const [there, here] = await Promise.all([deps.files.entry(toRoot), deps.files.entry(fromRoot)]);
	const isOneDisk = there?.identity.split(':')[0] === here?.identity.split(':')[0];
	const bytes = moves.reduce((sum, {journal, expected}) => sum + (journal.placed === null ? (expected.size ?? 0) : 0), 0);
	if (isOneDisk || bytes === 0) {
		return;
	}
	try {
		await deps.files.ensureSpace(toRoot, bytes, bytesToKeepFree(deps));
	} catch (error) {
		throw error instanceof Unavailable && error.code === 'disk_full' ? new Unavailable('too_little_space', error.message) : error;
	}
}
