import type {ChangedFile} from '#shared/domain/notifications/delivery.ts';
import type {FailedData, NotificationMessage, NotifiedRelease, NotifiedTitle} from '#shared/domain/notifications/message.ts';
import type {HistoryEntry} from '#shared/store/downloads/history-schema.ts';

const address = /\b[a-z][a-z+.-]{1,20}:[^\s"'<>]*\/[^\s"'<>]*/gi;

/** The message about a history entry; null if there is none. */
export function messageOf(entry: HistoryEntry, media: NotifiedTitle | null): NotificationMessage | null {
	const timestamp = entry.timestamp.toISOString();
	const {event, data} = entry;
	const release = releaseOf(entry, media);
	if (event === 'grabbed') {
		return {type: 'grabbed', timestamp, data: {...release, protocol: textOf(data['protocol'])}};
	}
	if (event === 'imported') {
		const type = data['isUpgrade'] === true ? 'upgraded' : 'imported';
		return {type, timestamp, data: {...release, path: textOf(data['path']) ?? '', releaseGroup: textOf(data['releaseGroup'])}};
	}
	if (event === 'downloadFailed' || event === 'importFailed') {
		const message = safe(textOf(data['error']) ?? textOf(data['message']) ?? '');
		return {type: 'failed', timestamp, data: {...release, stage: stageOf(entry), message}};
	}
	if (event === 'fileDeleted') {
		const {quality} = entry;
		return {
			type: 'deleted',
			timestamp,
			data: {media, quality, path: textOf(data['path']) ?? '', reason: textOf(data['reason']) ?? 'deleted'},
		};
	}
	return null;
}

function stageOf({event, data}: HistoryEntry): FailedData['stage'] {
	if (event === 'importFailed') {
		return 'import';
	}
	return data['stage'] === 'grab' ? 'grab' : 'download';
}

/** What a media server should look at. A file that was replaced under its own name is not gone. */
export function filesOf(message: NotificationMessage, {data}: Pick<HistoryEntry, 'data'>): ChangedFile[] {
	if (message.type === 'imported') {
		return [{path: message.data.path, change: 'created'}];
	}
	if (message.type === 'upgraded') {
		return [{path: message.data.path, change: 'modified'}];
	}
	const isGone = message.type === 'deleted' && data['sameName'] !== true;
	return isGone ? [{path: message.data.path, change: 'deleted'}] : [];
}

function releaseOf(
	{title, quality, data, indexer, downloadClient, downloadId}: HistoryEntry,
	media: NotifiedTitle | null,
): NotifiedRelease {
	const size = typeof data['size'] === 'number' ? data['size'] : null;
	return {media, releaseTitle: title, quality, size, indexer, downloadClient, downloadId};
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** Texts of other programs may contain addresses. */
const safe = (text: string) => text.replace(address, '(address)');
