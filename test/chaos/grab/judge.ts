import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import type {Stores} from '#shared/store/database.ts';
import type {Called} from './callers.ts';
import type {ChaosClient, Held} from './chaos-client.ts';

export interface Evidence {
	called: readonly Called[];
	clients: Record<'torrent' | 'usenet', ChaosClient>;
	items: readonly QueueItem[];
	/** The moment from which the times in faults count. */
	begunAt: Date;
}

const dead: readonly string[] = ['failed', 'ignored'];

/** Every queue item; there are as many as releases. */
export async function readItems({downloads}: Stores): Promise<QueueItem[]> {
	const all: QueueItem[] = [];
	for (let page = 1; ; page += 1) {
		const {items, total} = await downloads.page({page, limit: 500});
		all.push(...items);
		if (items.length === 0 || all.length >= total) {
			return all;
		}
	}
}

/** An item whose release its client has not confirmed. */
export const isUnclear = ({state, transfer}: QueueItem) => !(dead.includes(state) || transfer);

/** What is wrong, with the release, the client, and the ids of both. */
export function judgeGrabs({called, clients, items, begunAt}: Evidence): string[] {
	const known = new Set(items.map(({transfer}) => transfer?.downloadId));
	const faults: string[] = [];
	for (const each of called) {
		const {number, protocol, title} = each.offer;
		const client = clients[protocol];
		const held = client.held.filter(download => download.number === number);
		const own = items.filter(item => item.release.title === title);
		const wrong = [...faultsOfRelease(held, own), ...faultsOfAnswers(each, held, own)];
		const removed = client.removed.filter(download => download.number === number);
		const lives = showHeld({held, removed, begunAt});
		faults.push(...wrong.map(fault => `release ${number} (${protocol}): ${fault}; ${lives}; ${showItems(own)}; ${showAnswers(each)}`));
	}
	for (const [protocol, client] of Object.entries(clients)) {
		const untracked = client.held.filter(({id}) => !known.has(id));
		faults.push(...untracked.map(({id, number}) => `release ${number} (${protocol}): nobody tracks ${id}`));
	}
	return faults;
}

function faultsOfRelease(held: readonly Held[], own: readonly QueueItem[]): string[] {
	const active = own.filter(({state}) => !dead.includes(state));
	return [
		...(held.length === 1 ? [] : [`its client has it ${held.length} times`]),
		...(active.length === 1 ? [] : [`${active.length} queue items follow it`]),
		...(active.some(isUnclear) ? ['its item still waits for its client'] : []),
	];
}

function faultsOfAnswers({reported, isSettled}: Called, held: readonly Held[], own: readonly QueueItem[]): string[] {
	const faults = isSettled ? [] : ['its caller never got it'];
	for (const {status, queueId, downloadId} of reported) {
		const item = own.find(({id}) => id === queueId);
		if (status === 201 && !(item && item.transfer?.downloadId === downloadId && held.some(({id}) => id === downloadId))) {
			faults.push(`a 201 named item ${queueId} and download ${downloadId}, which is not so`);
		}
	}
	return faults;
}

function showHeld({held, removed, begunAt}: {held: readonly Held[]; removed: readonly Held[]; begunAt: Date}): string {
	const second = ({addedAt}: Held) => Math.round((Number(addedAt) - Number(begunAt)) / 1000);
	const show = (downloads: readonly Held[]) => downloads.map(each => `${each.id} ("${each.name}", added at ${second(each)} s)`).join(', ');
	return `client: ${show(held) || 'nothing'}${removed.length > 0 ? `, removed ${show(removed)}` : ''}`;
}

function showItems(own: readonly QueueItem[]): string {
	const shown = own.map(
		({id, state, transfer, errorMessage}) =>
			`${id} ${state} ${transfer?.downloadId ?? 'without a download'}${errorMessage ? ` "${errorMessage}"` : ''}`,
	);
	return `items: ${shown.join(', ') || 'none'}`;
}

function showAnswers({reported}: Called): string {
	return `answers: ${reported.map(({status, code, after}) => `${status} ${code} after ${after} s`).join(', ')}`;
}
