import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {openTestServices} from '#scripts/test/services.ts';
import type {FileChange} from '#shared/domain/file-changes/file-change.ts';
import {filesTaskId} from '#shared/domain/tasks/tasks.ts';
import {planFileChange} from '#shared/jobs/files.ts';
import type {NewFileChange} from '#shared/store/libraries/file-changes.ts';
import {startTask} from '#shared/tasks/start-task.ts';
import {treeOf} from '#test/helpers/world/moves.ts';
import {createRandom} from '../bench/oracle/random.ts';
import type {Chaos} from './chaos.ts';
import {judgeFiles, judgeJournals, judgeUndo, textsOf} from './move/judge.ts';
import {fillLibrary, readRecords, type StoredTitle, type Tree} from './move/library.ts';
import {openSecondDisk, type SecondDisk} from './move/second-disk.ts';
import {type ChaosWorld, openChaosWorld} from './world/chaos-world.ts';
import {until} from './world/until.ts';

/** Each round makes a change of each of ten titles, and undoes it. */
const usualRounds = 20;
const roundMs = 300_000;
/** Milliseconds within which a worker is killed, and how often in each half of a round. */
const killWithinMs = 1500;
const kills = 3;
/** A disk is full or away for so many milliseconds. */
const troubleMs = 3000;
/** Times that what a disk has stopped is tried again. */
const maxRetries = 20;
const maxFaults = 20;

type Trouble = 'none' | 'full' | 'away';

interface Theatre {
	world: ChaosWorld;
	disk: SecondDisk;
	titles: readonly StoredTitle[];
	/** Texts of all files at the beginning, and those of recorded files by their ids. */
	texts: readonly string[];
	bytes: ReadonlyMap<string, string>;
	int(least: number, max: number): number;
	faults: string[];
	counts: {kills: number; full: number; away: number; retries: number; strays: number};
}

/**
 * 200 renames and moves of films and series with subtitles, extras and links, within a disk and to another one, and
 * their undos. Workers are killed again and again, and the other disk fills up or vanishes meanwhile. Nothing may be
 * lost or be there twice, every record names its file, the journals are empty in the end, and an undo gives the first
 * listing back.
 */
export const chaosMove: Chaos = async ({reporter, rounds, seed}) => {
	const total = rounds ?? usualRounds;
	const folder = mkdtempSync(join(tmpdir(), 'kinoteka-chaos-move-'));
	const disk = await openSecondDisk(folder);
	if (!disk) {
		rmSync(folder, {recursive: true, force: true});
		return {faults: [], figures: 'no figures', skipped: 'there is no second disk'};
	}
	const services = await openTestServices(process.env, reporter);
	const begun = performance.now();
	const {TEST_MONGODB_URI: mongodbUri = '', TEST_REDIS_URL: redisUrl = ''} = services.env;
	const world = await openChaosWorld({mongodbUri, redisUrl, name: 'chaos-move', folder: join(folder, 'world')});
	await world.stores.rootFolders.add({name: 'Second', path: disk.path}, new Date());
	const faults: string[] = [];
	const counts = {kills: 0, full: 0, away: 0, retries: 0, strays: 0};
	let changes = 0;
	try {
		await world.settings.set('media.minimumFreeSpaceMiB', 0, new Date());
		const titles = await fillLibrary(world, join(folder, 'torrents'));
		const texts = textsOf([await treeOf(world.library)]);
		const bytes = new Map((await readRecords(titles, world)).map(({id, text}) => [id, text ?? '']));
		const theatre: Theatre = {world, disk, titles, texts, bytes, int: createRandom(seed).int, faults, counts};
		for (let round = 1; round <= total && faults.length < maxFaults; round += 1) {
			await playRound(theatre);
			changes += titles.length;
			reporter.progress(`move: ${round} of ${total} rounds, ${counts.kills} workers killed, ${faults.length} faults`);
		}
	} finally {
		await world.close();
		await services.close();
		await disk.close();
		rmSync(folder, {recursive: true, force: true});
	}
	const seconds = Math.round((performance.now() - begun) / 1000);
	const {kills: killed, full, away, retries, strays} = counts;
	const figures = `${changes} changes and as many undos, ${killed} workers killed, the disk ${full} times full and ${away} times away, ${retries} retries, ${strays} strays, ${seconds} s`;
	return {faults, figures};
};

async function playRound(theatre: Theatre): Promise<void> {
	const {world, disk, titles, int, faults} = theatre;
	const check = async (): Promise<[Tree, Tree]> => [await treeOf(world.library), await treeOf(disk.path)];
	const [before] = await check();
	const kinds: Partial<NewFileChange>[] = [
		{kind: 'rename'},
		{kind: 'rename', folders: true},
		{kind: 'move', to: disk.path},
		{kind: 'move', to: disk.path, folders: true},
		{kind: 'move', to: join(world.library, 'Elsewhere')},
	];
	const chosen = titles.map(title => ({title, wanted: kinds[int(0, kinds.length - 1)] ?? {}}));
	const made: string[] = [];
	for (const {title, wanted} of chosen) {
		made.push(await begin(wanted, [title], world));
	}
	await disturb(made, theatre);
	const after = async (about: string) => {
		const trees = await check();
		const found = [...(await judgeFiles(theatre, trees, world)), ...(await judgeJournals(made, world))];
		faults.push(...found.map(fault => `${about}: ${fault}`));
		return trees;
	};
	await after('made');
	const undos: string[] = [];
	for (const undoOf of made) {
		undos.push(await begin({kind: 'undo', undoOf}, titles, world));
	}
	await disturb(undos, theatre);
	const [back, left] = await after('undone');
	const crossed = chosen.filter(({wanted}) => wanted.to === disk.path).map(({title}) => title);
	faults.push(...judgeUndo(before, back, crossed), ...Object.keys(left).map(name => `${name} is left on the other disk`));
}

async function begin(wanted: Partial<NewFileChange>, titles: readonly StoredTitle[], {stores, jobs}: ChaosWorld): Promise<string> {
	const idsOf = (kind: StoredTitle['kind']) => titles.filter(each => each.kind === kind).map(({id}) => id);
	const selection = {movieIds: idsOf('movie'), seriesIds: idsOf('series'), libraryId: null, rootFolderPath: null, all: false};
	const usual = {kind: 'rename' as const, to: null, path: null, folders: false, copies: true, start: true, requestedBy: null, undoOf: null};
	const {id} = await stores.fileChanges.add({...usual, ...wanted, selection}, new Date());
	await jobs.enqueue(planFileChange, {changeId: id});
	return id;
}

/** Lets workers make the changes, kills some of them, and lets the other disk fill up or vanish. */
async function disturb(ids: readonly string[], theatre: Theatre): Promise<void> {
	const {world, int, counts} = theatre;
	const troubles: readonly Trouble[] = theatre.disk.canFill ? ['none', 'full', 'away'] : ['none', 'away'];
	let worker = await world.startWorker('files,tasks');
	const trouble = troubles[int(0, troubles.length - 1)] ?? 'none';
	const troubled = makeTrouble(trouble, theatre);
	for (let kill = 0; kill < kills; kill += 1) {
		await pause(int(0, killWithinMs));
		worker.kill();
		counts.kills += 1;
		worker = await world.startWorker('files,tasks');
	}
	await troubled;
	await whenEnded(ids, theatre);
	await worker.stop(10_000);
}

async function makeTrouble(trouble: Trouble, {disk, int, counts}: Theatre): Promise<void> {
	if (trouble === 'none') {
		return;
	}
	await pause(int(0, killWithinMs));
	counts[trouble] += 1;
	if (trouble === 'full') {
		disk.fill();
	} else {
		disk.takeAway();
	}
	await pause(troubleMs);
	if (trouble === 'full') {
		await disk.empty();
	} else {
		counts.strays += disk.giveBack().length;
	}
}

/** Waits for the changes, and tries again what a disk has stopped, as a person would. */
async function whenEnded(ids: readonly string[], {world, faults, counts}: Theatre): Promise<void> {
	const {fileChanges} = world.stores;
	const read = async (): Promise<FileChange[]> => Promise.all(ids.map(id => fileChanges.get(id)));
	const isWhole = ({state, totals}: FileChange) => (state === 'done' || state === 'undone') && totals.skipped === 0;
	let retries = 0;
	const isOver = await until(
		async () => {
			const all = await read();
			for (const {id, state, totals} of all.filter(each => !isWhole(each))) {
				if ((state === 'failed' || (state === 'done' && totals.skipped > 0)) && retries < maxRetries) {
					retries += 1;
					await retry(id, world);
				}
			}
			return all.every(isWhole);
		},
		{limitMs: roundMs, everyMs: 500},
	);
	counts.retries += retries;
	for (const {id, kind, state, message} of isOver ? [] : (await read()).filter(each => !isWhole(each))) {
		const {rows} = await fileChanges.rows.page({changeId: id, page: 1, limit: 3});
		faults.push(`a ${kind} is ${state}: ${message}; ${JSON.stringify(rows.map(row => [row.from, row.to, row.state, row.code]))}`);
	}
}

/** As the API does. */
async function retry(id: string, {stores: {fileChanges, taskHistory}, jobs}: ChaosWorld): Promise<void> {
	const now = () => new Date();
	await fileChanges.move(id, ['failed', 'done'], {state: 'planned', cancelRequested: false, message: null, endedAt: null}, now());
	await fileChanges.rows.reopen(id);
	await startTask({taskId: filesTaskId(id), options: {}, force: false}, {taskHistory, jobs, now});
}
