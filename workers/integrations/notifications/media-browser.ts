import {dirname} from 'node:path';
import type {ChangedFile} from '#shared/domain/notifications/delivery.ts';
import {Invalid} from '#shared/errors.ts';
import {readText} from '../http/read-body.ts';
import {addressOf, changedFiles, maxDeliveries, readAnswer, receiptOf} from './media-server.ts';
import {callLimits, type OpenReceiver} from './receiver.ts';

const updateTypes: Record<ChangedFile['change'], string> = {created: 'Created', modified: 'Modified', deleted: 'Deleted'};
const maxBytes = 1024 * 1024;
/** It stops at the first path that it cannot read, such as one of another system, and leaves out those after it. */
const stopped: readonly number[] = [400, 500];

/** Jellyfin and Emby have this call in common. Newer Jellyfin takes its key only in `Authorization`. */
export const openMediaBrowser: OpenReceiver = ({kind, url, apiKey, pathMappings}, {http, network}) => {
	const isJellyfin = kind === 'jellyfin';
	const program = isJellyfin ? 'Jellyfin' : 'Emby';
	const key = apiKey ?? '';
	const headers: Record<string, string> = {
		accept: 'application/json',
		...(isJellyfin ? {authorization: `MediaBrowser Token="${encodeURIComponent(key)}"`} : {'x-emby-token': key}),
	};

	return {
		max: maxDeliveries,
		inOrder: false,
		divide(deliveries) {
			const {alone = [], together = []} = Object.groupBy(deliveries, ({responseStatus}) =>
				stopped.includes(responseStatus ?? 0) ? 'alone' : 'together',
			);
			const byFolder = Map.groupBy(alone, ({files: [file]}) => dirname(file?.path ?? '')).values();
			return [together, ...byFolder].filter(({length}) => length > 0);
		},
		async send(together, signal) {
			const updates = changedFiles(together, pathMappings).map(({path, change}) => ({Path: path, UpdateType: updateTypes[change]}));
			const reply = await http({
				url: addressOf(url, '/Library/Media/Updated'),
				method: 'POST',
				headers: {...headers, 'content-type': 'application/json'},
				body: JSON.stringify({Updates: updates}),
				network,
				signal,
				maxBytes,
				...callLimits,
			});
			return receiptOf(reply, program);
		},
		async test(signal) {
			const reply = await http({url: addressOf(url, '/System/Info'), headers, network, signal, maxBytes, ...callLimits});
			const info = readAnswer(reply, program);
			const version = readText(info, 'Version');
			if (version === null) {
				throw new Invalid('wrong_protocol', `The answer is not that of ${program}. Check the address, its port and its path.`);
			}
			return {version, details: [`${readText(info, 'ServerName') ?? program} is ${program} ${version}.`]};
		},
	};
};
