import {createHash} from 'node:crypto';
import {type FileChange, type FileTotals, noFiles} from '#shared/domain/file-changes/file-change.ts';
import {rootOf} from '#shared/domain/file-changes/plan-title.ts';
import {filesTaskId} from '#shared/domain/tasks/tasks.ts';
import {Conflict, Invalid, NotFound, Unavailable} from '#shared/errors.ts';
import type {planFileChange} from '#shared/jobs/files.ts';
import {claimOf, type NewRow} from '#shared/store/libraries/file-change-rows.ts';
import {startTask} from '#shared/tasks/start-task.ts';
import {bytesToKeepFree} from '../library/disk-settings.ts';
import type {Handler} from '../runtime/handler.ts';
import {ensureRoot} from './enter-roots.ts';
import {planTitles} from './plan-titles.ts';
import {type AddRows, type PlanDeps, planUndo} from './plan-undo.ts';

/** Rows that are written together, so that the plan of a whole library takes little memory. */
const writtenTogether = 500;

/** Plans again each time, so a killed run leaves nothing that the next one trips over. */
export const handlePlanFileChange: Handler<typeof planFileChange, keyof PlanDeps> = async ({changeId}, deps, {signal}) => {
	const {fileChanges, now} = deps;
	const change = await fileChanges.find(changeId);
	if (change?.state === 'planning') {
		await plan(change, deps, signal).catch(async error => {
			if (error instanceof Invalid || error instanceof NotFound || error instanceof Conflict) {
				await fileChanges.move(changeId, ['planning'], {state: 'failed', message: error.message, endedAt: now()}, now());
			} else if (error instanceof Unavailable) {
				await fileChanges.move(changeId, ['planning'], {message: `${error.message} It is planned as soon as that has passed.`}, now());
			}
			throw error;
		});
	}
	const planned = await fileChanges.find(changeId);
	if (planned?.state === 'planned' && planned.start) {
		await startTask({taskId: filesTaskId(changeId), options: {}, force: false}, deps);
	}
};

const differsFromOld = 'The plan was more than an hour old and has changed since. Look at it again, then start it.';

async function plan(change: FileChange, deps: PlanDeps, signal: AbortSignal): Promise<void> {
	const {fileChanges, now} = deps;
	await fileChanges.rows.clear([change.id]);
	const roots = (await deps.rootFolders.list()).map(({path}) => path);
	const goal = change.to === null ? undefined : rootOf(change.to, roots);
	await (goal !== undefined && ensureRoot(goal, deps));
	const writer = createWriter(change, {roots, room: createRoom(roots, deps)}, deps);
	await (change.kind === 'undo' ? planUndo(change, writer.add, deps, signal) : planTitles(change, writer.add, deps, signal));
	const {totals, title, digest} = await writer.end();
	// Files that are not there may be those of a disk that went away meanwhile.
	for (const root of writer.suspects) {
		await ensureRoot(root, deps);
	}
	const at = now();
	const isEmpty = totals.titles === 0;
	const state = isEmpty ? ('done' as const) : ('planned' as const);
	// Waits for the disk, and so makes the rows durable that were written before.
	const {startedDigest = null} = change;
	const isSame = startedDigest === digest;
	const message = startedDigest !== null && !isSame && !isEmpty ? differsFromOld : null;
	const planned = {state, totals, title, message, plannedAt: at, digest, startedDigest: null, ...(isSame && {start: true})};
	await fileChanges.move(change.id, ['planning'], {...planned, ...(isEmpty && {endedAt: at})}, at);
}

/** Numbers rows, refuses names that are given away already, and writes them a few hundred at a time. */
function createWriter(
	{id}: FileChange,
	{roots, room}: {roots: readonly string[]; room: PlannedRoom},
	deps: PlanDeps,
): {add: AddRows; end(): Promise<{totals: FileTotals; title: string | null; digest: string}>; suspects: ReadonlySet<string>} {
	const {fileChanges} = deps;
	/** Root folders with files that are not there, or not the ones that were noted. */
	const suspects = new Set<string>();
	const totals: FileTotals = {...noFiles};
	const seen = createHash('sha256');
	let first: string | null = null;
	let number = 0;
	let waiting: NewRow[] = [];
	/** New names of the rows that are not written yet. */
	const claimed = new Set<string>();
	const flush = async () => {
		await fileChanges.rows.add(waiting);
		waiting = [];
		claimed.clear();
	};
	return {
		suspects,
		async add(titles) {
			const all = titles.flat();
			for (const {from} of all.filter(({code}) => code === 'file_missing' || code === 'changed_on_disk')) {
				const root = rootOf(from, roots);
				if (root !== undefined && !suspects.has(root)) {
					suspects.add(root);
					// Nobody waits for the plan of a whole library to learn that its disk is away.
					await ensureRoot(root, deps);
				}
			}
			const stored = await fileChanges.rows.taken(id, all.filter(isClaim).map(claimOf));
			for (const rows of titles) {
				const apart = withCollisions(rows, key => stored.has(key) || claimed.has(key));
				const own = (await room.take(apart)) ? apart : apart.map(tooLarge);
				waiting.push(...own.map((row, index) => ({...row, number: number + index})));
				number += own.length;
				own.forEach(row => void seen.update(digestedOf(row)));
				count(totals, own);
				first ??= own[0]?.title ?? null;
				for (const row of own.filter(isClaim)) {
					claimed.add(claimOf(row));
				}
			}
			await (waiting.length >= writtenTogether ? flush() : undefined);
		},
		async end() {
			await flush();
			return {totals, title: totals.titles === 1 ? first : null, digest: seen.digest('base64url')};
		},
	};
}

/** What people look at in a row. */
const digestedOf = ({what, titleId, fileId, from, to, code, companions}: NewRow) =>
	JSON.stringify([what, titleId, fileId, from, to, code, companions.map(each => [each.from, each.to])]);

type PlannedRoom = ReturnType<typeof createRoom>;

/** The room on the disks that titles are copied to. Each takes its part of it, so that a plan says which ones fit. */
function createRoom(roots: readonly string[], deps: PlanDeps): {take(rows: readonly NewRow[]): Promise<boolean>} {
	const {files} = deps;
	const diskOf = (identity: string | null | undefined) => identity?.split(':')[0] ?? null;
	const disks = new Map<string, string | null>();
	const diskBelow = async (path: string) => {
		const root = rootOf(path, roots);
		if (root === undefined) {
			return null;
		}
		const disk = disks.has(root) ? (disks.get(root) ?? null) : diskOf((await files.entry(root))?.identity);
		disks.set(root, disk);
		return disk;
	};
	const taken = new Map<string, number>();
	return {
		/** False for a title whose files have no room any more. */
		async take(rows) {
			const moved = rows.filter(({what, code}) => what === 'file' && code === null);
			const disk = moved[0] ? await diskBelow(moved[0].to) : null;
			const copied = moved.filter(({identity}) => disk !== null && diskOf(identity) !== disk);
			const [first] = copied;
			if (disk === null || first === undefined) {
				return true;
			}
			const bytes = copied.reduce((sum, {size}) => sum + size, taken.get(disk) ?? 0);
			try {
				await files.ensureSpace(rootOf(first.to, roots) ?? first.to, bytes, bytesToKeepFree(deps));
			} catch (error) {
				if (error instanceof Unavailable && error.code === 'disk_full') {
					return false;
				}
				throw error;
			}
			taken.set(disk, bytes);
			return true;
		},
	};
}

const tooLarge = (row: NewRow): NewRow => (row.code === null ? {...row, state: 'skipped', code: 'too_little_space'} : row);

const isClaim = ({code, to, from}: NewRow) => code === null && to !== '' && from !== to;

/** A title whose folder another one gets stays as a whole. */
function withCollisions(rows: readonly NewRow[], isTaken: (key: string) => boolean): NewRow[] {
	const isHeadTaken = rows.some(row => row.what === 'title' && isClaim(row) && isTaken(claimOf(row)));
	return rows.map(row => (isHeadTaken || (isClaim(row) && isTaken(claimOf(row))) ? {...row, state: 'skipped', code: 'collision'} : row));
}

function count(totals: FileTotals, rows: readonly NewRow[]): void {
	totals.titles += 1;
	for (const {what, size, links, state} of rows) {
		if (what === 'file') {
			totals.files += 1;
			totals.bytes += size;
			totals.skipped += Number(state === 'skipped');
			totals.linkedFiles += Number(links > 1);
			totals.linkedBytes += links > 1 ? size : 0;
		}
	}
}
