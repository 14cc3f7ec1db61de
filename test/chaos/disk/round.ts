import {mkdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {importDownload} from '#shared/jobs/import.ts';
import type {ChaosWorld} from '../world/chaos-world.ts';
import {checkPack, isImported, tellItem} from '../world/check-pack.ts';
import {addPack, enlistPack, isPartial, layOutPack, type Pack, placedFiles, removeFiles, type Template} from '../world/pack.ts';
import {until} from '../world/until.ts';
import {emptyOut, fillUp, freeBytes} from './tmpfs.ts';

export interface DiskRound {
	number: number;
	/** The disk fills up when so many files of the pack are placed. */
	afterFiles: number;
	world: ChaosWorld;
	template: Template;
	tally: DiskTally;
}

export interface DiskTally {
	done: number;
	/** Files that were in the library when their disk was full. */
	placed: number;
	/** Times that a copy met the end of the disk; otherwise the room was missing before it began. */
	midCopy: number;
	/** Milliseconds from the moment that there was room until the import was done. */
	recoveries: number[];
	faults: string[];
}

const waitsLimitMs = 60_000;
const linkLimitMs = 60_000;
/** Milliseconds: an item that waits for room looks again every minute. */
const goesOnLimitMs = 150_000;
const beginLimitMs = 60_000;
/** Room beside that of the files that fit, as a share of one file: the copy of the next one begins and finds no end. */
const spareShare = 1.5;

/**
 * Fills the disk of the library while a pack is copied there, links another pack on the full disk, makes room, and
 * waits until the first pack is whole.
 */
export async function fillDuringImport(round: DiskRound): Promise<void> {
	const {number, world, template, tally} = round;
	const ballast = join(world.library, 'ballast');
	const shared = {world, template, protocol: 'torrent' as const};
	const onDisk = {...shared, parent: join(world.library, 'downloads')};
	await mkdir(onDisk.parent, {recursive: true});
	const linked = await layOutPack(2 * number, onDisk);
	fillUp(world.library, ballast, template.bytes * (round.afterFiles + spareShare));
	const pack = await addPack(2 * number - 1, {...shared, parent: world.downloads});
	await world.jobs.enqueue(importDownload, {queueItemId: pack.itemId});
	await fillWhileCopying(ballast, round);
	await checkWaiting(pack, round);
	await checkLink(await enlistPack(2 * number, linked, onDisk), round);
	await emptyOut(ballast);
	const roomAt = performance.now();
	if (await until(() => isImported(pack, world), {limitMs: goesOnLimitMs, everyMs: 250})) {
		tally.recoveries.push(performance.now() - roomAt);
		tell(round, await checkPack(pack, world, {moves: false}));
	} else {
		tell(round, [`not imported ${goesOnLimitMs / 1000} s after there was room: ${await tellItem(pack, world)}`]);
	}
	await checkBlocklist(round);
	await removeFiles(pack);
	await removeFiles({source: linked, target: join(world.library, `Paper Lantern ${2 * number}`)});
	tally.done += 1;
}

/** Takes what is left of the room as soon as the copy of one more file has begun. */
async function fillWhileCopying(ballast: string, {world: {library}, template}: DiskRound): Promise<void> {
	await until(() => freeBytes(library) < template.bytes * (spareShare - 0.2), {limitMs: beginLimitMs, everyMs: 1});
	fillUp(library, ballast, 0);
}

async function checkWaiting(pack: Pack, round: DiskRound): Promise<void> {
	const {world, template, tally} = round;
	const find = () => world.stores.downloads.find(pack.itemId);
	const waits = await until(
		async () => {
			const item = await find();
			return item?.state === 'importPending' && item.statusMessages.length > 0;
		},
		{limitMs: waitsLimitMs, everyMs: 100},
	);
	const item = await find();
	const messages = (item?.statusMessages ?? []).flatMap(each => each.messages).join(' ');
	tally.midCopy += messages.includes('is full') ? 1 : 0;
	if (!(waits && /room/i.test(messages))) {
		tell(round, [`the item does not wait for room: ${await tellItem(pack, world)}`]);
	}
	const placed = await placedFiles(pack);
	tally.placed += placed.length;
	tell(
		round,
		placed.filter(isPartial).map(path => `an unfinished file was left on the full disk: ${path}`),
	);
	for (let episode = 1; episode <= template.episodes; episode += 1) {
		const source = await readFile(join(pack.source, pack.fileName(episode))).catch(() => null);
		if (!source?.equals(template.contentOf(episode))) {
			tell(round, [`the source of episode ${episode} is lost`]);
		}
	}
	await checkBlocklist(round);
}

async function checkLink(pack: Pack, round: DiskRound): Promise<void> {
	const {world} = round;
	await world.jobs.enqueue(importDownload, {queueItemId: pack.itemId});
	const isDone = await until(() => isImported(pack, world), {limitMs: linkLimitMs, everyMs: 100});
	const faults = isDone ? await checkPack(pack, world, {moves: false}) : [`not imported: ${await tellItem(pack, world)}`];
	tell(
		round,
		faults.map(fault => `hard links on the full disk: ${fault}`),
	);
}

async function checkBlocklist(round: DiskRound): Promise<void> {
	const {entries, total} = await round.world.stores.blocklist.page({page: 1, limit: 10});
	if (total > 0) {
		tell(round, [`${total} releases are blocklisted: ${entries.map(({title, reason}) => `${title} (${reason})`).join(', ')}`]);
	}
}

function tell({number, afterFiles, tally}: DiskRound, faults: readonly string[]): void {
	tally.faults.push(...faults.map(fault => `round ${number} (full after ${afterFiles} files): ${fault}`));
}
