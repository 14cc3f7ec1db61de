import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {ChaosWorld} from './chaos-world.ts';
import {isPartial, type Pack, placedFiles} from './pack.ts';

export interface Expected {
	/** True if the import moves files: then nothing stays in the folder of the download. */
	moves: boolean;
}

/** What is wrong with a pack that should be imported: each file and each record exactly once, nothing lost. */
export async function checkPack(pack: Pack, {stores}: ChaosWorld, {moves}: Expected): Promise<string[]> {
	const faults: string[] = [];
	const placed = await placedFiles(pack);
	faults.push(...placed.filter(isPartial).map(path => `an unfinished file was left: ${path}`));
	const episodes = await stores.episodes.ofSeason(pack.seriesId, 1);
	const paths = episodes.flatMap(({file}) => (file ? [file.path] : []));
	if (episodes.length !== pack.template.episodes || new Set(paths).size !== paths.length) {
		faults.push(`${episodes.length} episodes have ${new Set(paths).size} files in ${paths.length} records`);
	}
	const strangers = placed.filter(path => !(isPartial(path) || paths.includes(path)));
	faults.push(...strangers.map(path => `a file has no record: ${path}`));
	for (const {episodeNumber, file} of episodes) {
		const fault = await faultOfFile(file?.path ?? null, {pack, episodeNumber, moves});
		faults.push(...(fault === null ? [] : [`episode ${episodeNumber}: ${fault}`]));
	}
	return [...faults, ...(await faultsOfHistory(pack, episodes, stores))];
}

interface Place {
	pack: Pack;
	episodeNumber: number;
	moves: boolean;
}

async function faultOfFile(path: string | null, {pack, episodeNumber, moves}: Place): Promise<string | null> {
	const wanted = pack.template.contentOf(episodeNumber);
	const source = await readFile(join(pack.source, pack.fileName(episodeNumber))).catch(() => null);
	const isAtSource = source?.equals(wanted) ?? false;
	if (path === null) {
		return `it has no file; its source is ${isAtSource ? 'there' : 'lost'}`;
	}
	const ours = await readFile(path).catch(() => null);
	if (!ours?.equals(wanted)) {
		return `${path} is ${ours === null ? 'missing' : `broken (${ours.length} of ${wanted.length} bytes)`}; its source is ${isAtSource ? 'there' : 'lost'}`;
	}
	if (!(moves || isAtSource)) {
		return 'its source is lost';
	}
	return moves && source !== null ? 'it was moved, but its source is still there' : null;
}

async function faultsOfHistory(
	{seriesId}: Pack,
	episodes: readonly {id: string; episodeNumber: number}[],
	{history}: ChaosWorld['stores'],
): Promise<string[]> {
	const {entries} = await history.page({page: 1, limit: 1000, event: 'imported', seriesId});
	return episodes.flatMap(({id, episodeNumber}) => {
		const count = entries.filter(({episodeIds}) => episodeIds.includes(id)).length;
		return count === 1 ? [] : [`episode ${episodeNumber} is in the history ${count} times as imported`];
	});
}

/** Why a pack is not imported: the state of its item. */
export async function tellItem({itemId}: Pack, {stores}: ChaosWorld): Promise<string> {
	const item = await stores.downloads.find(itemId);
	if (!item) {
		return 'gone';
	}
	const {state, import: progress, retryAt, statusMessages} = item;
	const messages = statusMessages.flatMap(each => each.messages).slice(0, 3);
	return JSON.stringify({state, claimedUntil: progress?.claim?.until ?? null, retryAt, messages});
}

/** An item that left the list was imported: nothing else takes it out. */
export async function isImported({itemId}: Pack, {stores}: ChaosWorld): Promise<boolean> {
	const item = await stores.downloads.find(itemId);
	return item === null || item.state === 'imported';
}
