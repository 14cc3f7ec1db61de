import {posix, win32} from 'node:path';
import {createCache} from '#shared/coordination/cache.ts';
import type {Delivery} from '#shared/domain/notifications/delivery.ts';
import type {NotificationSettings} from '#shared/domain/notifications/notification.ts';
import {containsPath, translatePath} from '#shared/domain/notifications/translate-path.ts';
import {Invalid} from '#shared/errors.ts';
import {asRecord, asRecords, type JsonRecord, readText} from '../http/read-body.ts';
import {addressOf, changedFiles, maxDeliveries, readAnswer, receiptOf} from './media-server.ts';
import {callLimits, type OpenReceiver, type Receipt, type ReceiverDeps} from './receiver.ts';

const program = 'Plex';
const maxBytes = 4 * 1024 * 1024;

interface Section {
	key: string;
	title: string;
	folders: string[];
}

/**
 * Plex scans folders: each changed folder in each section that contains it. It may take seconds for each, so what is
 * sent together is one folder, and a run that ends early does not start again with the first.
 */
export const openPlex: OpenReceiver = (settings, deps) => {
	const call = caller(settings, deps);
	const readSections = async (signal: AbortSignal) => parseSections(readAnswer(await call('/library/sections', {}, signal), program));
	const foldersOf = (deliveries: readonly Delivery[]) => [
		...new Set(changedFiles(deliveries, settings.pathMappings).map(({path}) => folderOf(path))),
	];
	const sections = createCache<Promise<Section[]>>({max: 1});

	return {
		max: maxDeliveries,
		inOrder: false,
		divide: deliveries => [...Map.groupBy(deliveries, delivery => foldersOf([delivery]).join('\n')).values()],
		async send(together, signal) {
			const folders = foldersOf(together);
			const known = await sections.get('all', () => readSections(signal));
			const scans = folders.flatMap(folder => sectionsWith(known, folder).map(({key}) => ({key, folder})));
			if (scans.length === 0) {
				return {status: 200, error: `No library of Plex contains ${folders.join(' or ')}. ${mappingHint}`, isFinal: true};
			}
			let receipt: Receipt = {status: 200, error: null};
			for (const {key, folder} of scans) {
				receipt = receiptOf(await call(`/library/sections/${encodeURIComponent(key)}/refresh`, {path: folder}, signal), program);
				if (receipt.error !== null) {
					return receipt;
				}
			}
			return receipt;
		},
		async test(signal) {
			const identity = readAnswer(await call('/', {}, signal), program);
			const version = readText(asRecord(identity['MediaContainer']) ?? {}, 'version');
			const known = await readSections(signal);
			const roots = (await deps.rootFolders.list()).map(({path}) => translatePath(settings.pathMappings, path));
			const found = roots.map(root => ({root, titles: sectionsWith(known, root).map(({title}) => title)}));
			if (roots.length > 0 && found.every(({titles}) => titles.length === 0)) {
				throw new Invalid('path_not_visible', `No library of Plex contains ${roots.join(' or ')}. ${mappingHint}`);
			}
			return {
				version,
				details: found.map(({root, titles}) => (titles.length > 0 ? `${root} is in ${titles.join(', ')}.` : `${root} is in no library.`)),
			};
		},
	};
};

const mappingHint = 'Add the folder in Plex, or a path mapping if Plex sees it under another path.';

function caller({url, apiKey}: NotificationSettings, {http, network}: ReceiverDeps) {
	const headers = {
		accept: 'application/json',
		'x-plex-token': apiKey ?? '',
		'x-plex-product': 'Kinoteka',
		'x-plex-client-identifier': 'kinoteka',
	};
	return (path: string, query: Record<string, string>, signal: AbortSignal) =>
		http({url: addressOf(url, path, query), headers, network, signal, maxBytes, ...callLimits});
}

function parseSections(answer: JsonRecord): Section[] {
	const container = asRecord(answer['MediaContainer']);
	if (!container) {
		throw new Invalid('wrong_protocol', 'The answer is not that of Plex. Check the address, its port and its path.');
	}
	return asRecords(container['Directory']).map(row => ({
		key: String(row['key'] ?? ''),
		title: readText(row, 'title') ?? '',
		folders: asRecords(row['Location']).flatMap(location => readText(location, 'path') ?? []),
	}));
}

function sectionsWith(sections: readonly Section[], path: string): Section[] {
	return sections.filter(({folders}) => folders.some(folder => containsPath(folder, path)));
}

function folderOf(path: string): string {
	return path.includes('\\') && !path.startsWith('/') ? win32.dirname(path) : posix.dirname(path);
}
