import {basename} from 'node:path';
import {withoutJobKey} from '#shared/domain/downloads/client-download.ts';
import type {Arriving} from '#shared/domain/downloads/import-progress.ts';
import {isChosenByPerson, type QueueItem, sizeOf} from '#shared/domain/downloads/queue-item.ts';
import {hourMs, minuteMs} from '#shared/domain/durations.ts';
import {mapRemotePath} from '#shared/domain/imports/map-remote-path.ts';
import {
	type DownloadedFile,
	extensionOf,
	kindOf,
	piecesOfDiscs,
	programAmong,
	type SortedFiles,
	sortFiles,
	unfinishedAmong,
} from '#shared/domain/imports/sort-files.ts';
import type {FileMediaInfo} from '#shared/domain/media/media-file.ts';
import {bytesPerMegabyte} from '#shared/domain/quality/size-limits.ts';
import {sizeText} from '#shared/domain/text/size-text.ts';
import {Invalid, isExpected, Unavailable} from '#shared/errors.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {FakeRefused, ImportRefused, maxMessages, neverMs, refuse} from '../refusal.ts';

type LocateDeps = Pick<WorkerDeps, 'downloadClients' | 'remotePathMappings' | 'rootFolders' | 'files'>;

/**
 * Returns the path of the finished download as we see it. Refuses a path that we cannot see, or one that contains the
 * library itself.
 */
export async function locateDownload(item: QueueItem, deps: LocateDeps): Promise<string> {
	const {title} = item.release;
	const chosen = item.import?.choice?.file ?? null;
	const outputPath = chosen?.path ?? item.transfer?.outputPath;
	if (!outputPath) {
		throw refuse(title, {
			code: 'path_unknown',
			message: 'Kinoteka does not know yet where this download lies. It looks again in a minute.',
			isPassing: true,
		});
	}
	const client = item.client && (await deps.downloadClients.find(item.client.id));
	const host = hostOf(client?.url ?? null);
	const path = mapRemotePath(await deps.remotePathMappings.list(), host, outputPath);
	// Some clients build the path from a name that the maker of the torrent chose.
	if (path.split(/[\\/]/).includes('..')) {
		const message = `${path} leads out of the folder of the download client. Rename the download there.`;
		throw refuse(title, {code: 'path_unsafe', message});
	}
	const above = (await deps.rootFolders.list()).find(root => `${root.path}/`.startsWith(`${path.replace(/\/$/, '')}/`));
	if (above) {
		throw refuse(title, {
			code: 'path_holds_library',
			message: `${path} holds the root folder ${above.path}. Let the download client use another folder.`,
		});
	}
	if (chosen && !(await deps.files.isReallyBelow(path, chosen.within))) {
		throw refuse(title, {
			code: 'path_unsafe',
			message: `${path} really lies outside ${chosen.within}: a link leads there. Remove the link.`,
		});
	}
	// A download of one file that was moved is gone.
	const isMoved = item.import?.files.some(({source}) => source === path);
	if (!(isMoved || (await deps.files.exists(path)))) {
		await throwIfGone(path, item, deps);
		const mapping = `{"host": "${host ?? ''}", "remotePath": "${outputPath}", "localPath": "…"}`;
		const message = `${path} cannot be seen from here. Mount it, or add a remote path mapping such as ${mapping} at /api/remote-path-mappings.`;
		throw refuse(title, {code: 'path_not_visible', message, isPassing: true});
	}
	return path;
}

/** A file that a person chose did exist. If its folder still does, a missing mount is not the reason. */
async function throwIfGone(path: string, item: QueueItem, {files}: LocateDeps): Promise<void> {
	const chosen = item.import?.choice?.file;
	if (chosen && (await files.folderId(chosen.within)) !== null) {
		const message = `${path} is gone: it was moved, renamed or deleted. Put it back and retry the import, or remove it from the queue.`;
		throw new ImportRefused('file_gone', [{title: item.release.title, messages: [message]}], neverMs);
	}
}

function hostOf(url: string | null): string | null {
	return url && URL.canParse(url) ? new URL(url).hostname : null;
}

export async function listDownload(folder: string, signal: AbortSignal, {files}: Pick<WorkerDeps, 'files'>): Promise<DownloadedFile[]> {
	return (await files.list(folder, signal)).map(file => ({...file, relative: withoutJobKey(file.relative)}));
}

/**
 * What the client has not fetched of a torrent, because somebody left it out. A client that is away is not waited for:
 * it was there when it said that the download is complete.
 */
export async function unfinishedIn(
	listed: readonly DownloadedFile[],
	{client, transfer, release}: QueueItem,
	{deps, signal}: {deps: Pick<WorkerDeps, 'downloadClients' | 'log' | 'openDownloadClient'>; signal: AbortSignal},
): Promise<ReadonlySet<DownloadedFile>> {
	const settings = client && transfer && release.protocol === 'torrent' ? await deps.downloadClients.find(client.id) : null;
	if (!(settings && transfer)) {
		return new Set();
	}
	try {
		const known = await deps.openDownloadClient(settings).files(transfer.downloadId, signal);
		return unfinishedAmong(listed, known ?? []);
	} catch (error) {
		if (!isExpected(error)) {
			throw error;
		}
		deps.log.debug({err: error, release: release.title}, 'The client does not say which files are whole');
		return unfinishedAmong(listed, []);
	}
}

interface Sorting {
	item: QueueItem;
	folder: string;
	/** Paths of what was imported before. */
	done: ReadonlySet<string>;
}

export async function sortDownload(
	listed: readonly DownloadedFile[],
	{item, folder, done}: Sorting,
	deps: Pick<WorkerDeps, 'files'>,
): Promise<SortedFiles> {
	const left = listed.filter(({path}) => !done.has(path));
	const isChosen = isChosenByPerson(item);
	const sorted = sortFiles(left, item.release.title, {acceptSamples: isChosen});
	return isChosen ? {...sorted, others: [...sorted.others, ...(await beside(folder, listed, deps))]} : sorted;
}

/** The subtitles of a single file that a person chose, which are not in its download but beside it. */
async function beside(path: string, [only]: readonly DownloadedFile[], {files}: Pick<WorkerDeps, 'files'>): Promise<DownloadedFile[]> {
	const companions = only?.path === path ? await files.companionsOf(path) : [];
	return companions.map(each => ({path: each, relative: basename(each), size: 0, isLink: false}));
}

interface Listed {
	folder: string;
	listed: readonly DownloadedFile[];
	sorted: SortedFiles;
	/** Null if all bytes are there. */
	arriving: Arriving | null;
}

/** When this share of the bytes is there, no more are expected. */
const wholePart = 0.8;
/** A download this small is copied before anybody notices. */
const quickBytes = 100 * bytesPerMegabyte;
/** Milliseconds without any new byte after which no more are expected. */
const patienceMs = 6 * hourMs;

/**
 * What has arrived of a download that still lacks many of its bytes, or whose archive may be unpacked; null if it is
 * complete. A folder may be filled by a copy from another machine, which takes hours.
 */
export function arrivingOf(item: QueueItem, listed: readonly DownloadedFile[], now: Date): Arriving | null {
	const bytes = listed.reduce((sum, file) => sum + file.size, 0);
	if (bytes >= sizeOf(item) * wholePart && !mayBeUnpacked(listed)) {
		return null;
	}
	const before = item.import?.arriving;
	return before?.bytes === bytes ? before : {bytes, since: now};
}

/** An archive that holds the video is about as large. One of subtitles is not. */
const likePart = 0.5;
/** Milliseconds without any new byte after which nothing more is unpacked. */
const unpackedMs = minuteMs;

/** Programs that unpack write the video under its final name. */
function mayBeUnpacked(listed: readonly DownloadedFile[]): boolean {
	const bytesOf = (kind: ReturnType<typeof kindOf>) =>
		listed.filter(({relative}) => kindOf(relative) === kind).reduce((sum, {size}) => sum + size, 0);
	const video = bytesOf('video');
	return video > 0 && bytesOf('archive') >= video * likePart;
}

/** A mapped path is on another machine: its files may be elsewhere here until they are complete. */
const isMapped = ({transfer}: QueueItem, folder: string) => transfer !== null && transfer.outputPath !== folder;

const hasPatience = ({since}: Arriving, now: Date) => Number(now) - Number(since) <= patienceMs;

/**
 * Throws ImportRefused while a copy from another machine is under way, because a trailer may come hours before its
 * film, and while the video may be unpacked.
 */
export function throwIfArriving(item: QueueItem, {folder, listed, arriving}: Omit<Listed, 'sorted'>, now: Date): void {
	if (arriving !== null && mayBeUnpacked(listed) && !isChosenByPerson(item) && Number(now) - Number(arriving.since) < unpackedMs) {
		const message = `${folder} has an archive, which may still be unpacked. It is imported when nothing has changed for a minute.`;
		throw refuse(item.release.title, {code: 'still_unpacking', message, isPassing: true});
	}
	const lacksMuch = arriving !== null && sizeOf(item) - arriving.bytes > quickBytes;
	if (lacksMuch && isMapped(item, folder) && !isChosenByPerson(item) && hasPatience(arriving, now)) {
		const message = `Only ${sizeText(arriving.bytes)} of ${sizeText(sizeOf(item))} are in ${folder}. It is imported when the rest has arrived, or when nothing has come for six hours.`;
		throw refuse(item.release.title, {code: 'still_arriving', message, isPassing: true});
	}
}

/**
 * Throws FakeRefused when the files contain a program, or no video but samples although all of them have arrived. An
 * archive, or the target of a link, may contain the video, so that waits for a person to unpack it or put it there.
 */
export function throwIfFake(item: QueueItem, {folder, listed, sorted, arriving}: Listed, now: Date): void {
	const program = programAmong(listed.map(({relative, size}) => ({path: relative, size})));
	if (program !== null) {
		throw new FakeRefused('dangerous_file', refusals(item, `It holds a program: ${program}.`, sorted));
	}
	const mayHoldVideo =
		piecesOfDiscs(listed).size > 0 ||
		listed.some(({relative, size, isLink}) => isLink || kindOf(relative) === 'archive' || (kindOf(relative) === 'video' && size === 0));
	const mayCome = arriving !== null && (isMapped(item, folder) || hasPatience(arriving, now));
	if (sorted.videos.length === 0 && listed.length > 0 && !mayHoldVideo && !mayCome) {
		throw new FakeRefused('no_video', refusals(item, noVideoIn(folder), sorted));
	}
}

function noVideoIn(folder: string): string {
	return `There is no video to import in ${folder}.`;
}

export function noVideo(item: QueueItem, folder: string, sorted: SortedFiles): ImportRefused {
	return new ImportRefused('no_video', refusals(item, noVideoIn(folder), sorted));
}

function refusals({release}: QueueItem, reason: string, {refused}: SortedFiles) {
	return [{title: release.title, messages: [reason]}, ...refused.slice(0, maxMessages)];
}

interface Unreadable {
	unreadable: {reason: string; isPassing: boolean};
}

/**
 * Live-TV playlists hold no picture. A reader that fails for its own reasons says nothing about the file, and a disk
 * that fails does not make a file corrupt.
 */
export async function readInfo(
	path: string,
	{whole}: {whole: boolean},
	{mediaInfo, log}: Pick<WorkerDeps, 'mediaInfo' | 'log'>,
): Promise<FileMediaInfo | null | Unreadable> {
	if (extensionOf(path) === 'strm') {
		return null;
	}
	try {
		return await mediaInfo.read(path, {whole});
	} catch (error) {
		if (error instanceof Invalid && error.code === 'corrupt') {
			return {unreadable: {reason: 'corrupt: it cannot be read as a video.', isPassing: false}};
		}
		if (error instanceof Invalid && error.code === 'cut_off') {
			const reason = `cut off: ${error.message} It is still being copied, or the disk of its client was full. Import it by hand if it is to stay so.`;
			return {unreadable: {reason, isPassing: true}};
		}
		if (error instanceof Unavailable && error.code === 'disk_failed') {
			log.warn({err: error, path}, 'A file cannot be read now');
			return {unreadable: {reason: error.message, isPassing: true}};
		}
		if (error instanceof Unavailable && error.code === 'media_info_failed') {
			log.warn({err: error}, 'A file is imported without media info');
			return null;
		}
		throw error;
	}
}
