import {lstat, open, opendir, stat} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {bearsNameOf, closeness} from '#shared/domain/imports/bears-name.ts';
import {extensionOf, isLibraryVideo, kindOf, partOf, stemOf} from '#shared/domain/imports/sort-files.ts';
import {isSubtitleOf, readSubtitleName, subtitleFolders, subtitleFormat} from '#shared/domain/imports/subtitle-name.ts';
import {toSubtitleLanguage} from '#shared/domain/languages/language-words.ts';
import {readClearly, type SubtitleTags} from '#shared/domain/languages/subtitle-tags.ts';
import {maxSubtitles} from '#shared/domain/media/subtitle.ts';
import {isExpected} from '#shared/errors.ts';
import {inTime, onDisk, orMissing} from './files/disk-failure.ts';

/** A subtitle beside a video; a VobSub pair with several languages is several. */
export interface FoundSubtitleFile extends SubtitleTags {
	path: string;
	format: string;
}

export interface SubtitlesBeside {
	files: FoundSubtitleFile[];
	/** See `FileSubtitles`. */
	stamp: string;
}

interface Reading {
	now: Date;
	signal: AbortSignal;
}

/** Folders for subtitles that are read for one video. */
const maxFolders = 12;

/**
 * Finds the subtitles of a video in its folder, and in `Subs` and the like below it. Follows no links. Throws NotFound
 * `file_missing` when the folder is gone, Unavailable when its disk fails.
 */
export async function subtitlesBeside(video: string, {now, signal}: Reading): Promise<SubtitlesBeside> {
	const [folder, name] = [dirname(video), basename(video)];
	const isOfUse = (each: string) => subtitleFormat(each) !== null || kindOf(each) === 'video' || subtitleFolders.has(each.toLowerCase());
	// Before the folder is read: what comes in between is then seen by its stamp.
	const stamps = [await folderStamp(folder, '', now)];
	const top = await readNames(folder, isOfUse, signal);
	const paths = top.files.filter(each => subtitleFormat(each) !== null);
	const waiting = top.folders.filter(each => subtitleFolders.has(each.toLowerCase())).sort();
	for (let count = 0; waiting.length > 0 && count < maxFolders; count += 1) {
		const relative = waiting.shift() ?? '';
		stamps.push(await folderStamp(folder, relative, now));
		const {files, folders} = await readBelow(join(folder, relative), signal);
		paths.push(...files.filter(each => subtitleFormat(each) !== null).map(each => `${relative}/${each}`));
		waiting.unshift(...(relative.includes('/') ? [] : innerFolders(folders, name).map(each => `${relative}/${each}`)));
	}
	const belongs = belongingTo(
		name,
		top.files.filter(each => kindOf(each) === 'video'),
	);
	const own = paths.filter(belongs).sort().slice(0, maxSubtitles);
	const found = await Array.fromAsync(own, relative => toFound(relative, own, {folder, name}));
	return {files: found.flat().slice(0, maxSubtitles), stamp: joinStamps(stamps)};
}

/** Those that have the video's name, and those of a language. */
function innerFolders(folders: readonly string[], video: string): string[] {
	// The lines of a stamp end with the name of a folder.
	const named = folders.filter(each => !each.includes('\n'));
	const ofVideo = named.filter(each => bearsNameOf(`${each}/any.srt`, video));
	return [...new Set([...ofVideo, ...named.filter(each => readClearly(each) !== null)])];
}

/** A folder below that may not be read holds nothing for us, and one may go at any time. */
async function readBelow(path: string, signal: AbortSignal): Promise<FolderNames> {
	try {
		return await readNames(path, () => true, signal);
	} catch (error) {
		const isPassable =
			isExpected(error) && 'code' in error && ['file_missing', 'permission_denied', 'target_blocked'].includes(String(error.code));
		if (!isPassable) {
			throw error;
		}
		return {files: [], folders: []};
	}
}

/** Only videos whose names begin like ours can have a better claim, and a folder may hold thousands of others. */
function belongingTo(name: string, videos: readonly string[]): (relative: string) => boolean {
	const part = partOf(name)?.name;
	const others = videos.filter(each => each !== name && (part === undefined || partOf(each)?.name !== part));
	const stem = stemOf(name).toLowerCase();
	const films = others.filter(isLibraryVideo);
	const rivals = films.filter(each => each.toLowerCase().startsWith(stem));
	// A trailer has its own subtitles, but leaves the film those of the folder.
	const extras = others.filter(each => !isLibraryVideo(each) && each.toLowerCase().startsWith(stem));
	const isOfExtra = (relative: string) => extras.some(each => closeness(relative, each) > closeness(relative, name));
	const shown = rivals.length > 0 ? rivals : films.slice(0, 1);
	return relative => (films.length === 0 || bearsNameOf(relative, name)) && isSubtitleOf(relative, name, shown) && !isOfExtra(relative);
}

async function toFound(
	relative: string,
	all: readonly string[],
	{folder, name}: {folder: string; name: string},
): Promise<FoundSubtitleFile[]> {
	const path = join(folder, relative);
	const format = subtitleFormat(relative) ?? '';
	const twin = twinOf(relative, all);
	// The `.idx` of a pair stands for its `.sub` too, and an `.idx` alone shows nothing.
	if ((extensionOf(relative) === 'sub' && twin !== null) || (extensionOf(relative) === 'idx' && twin === null)) {
		return [];
	}
	const found = await onDisk(path, () => inTime(path, orMissing(lstat(path))));
	if (!found?.isFile() || found.size === 0) {
		return [];
	}
	const tags = readSubtitleName(relative, name);
	const languages = format === 'vobsub' ? await idxLanguages(path).catch(() => [null]) : [];
	return languages.length > 1 || (languages.length === 1 && tags.language === null)
		? languages.map(language => ({...tags, language, path, format}))
		: [{...tags, path, format}];
}

function twinOf(relative: string, all: readonly string[]): string | null {
	const extension = extensionOf(relative);
	const wanted = {idx: 'sub', sub: 'idx'}[extension];
	const base = relative.slice(0, -extension.length).toLowerCase();
	return all.find(each => wanted !== undefined && each.toLowerCase() === `${base}${wanted}`) ?? null;
}

/** Bytes of an `.idx` that are read: each language begins with its line, and has some ten thousand bytes of times. */
const maxBytes = 1024 * 1024;
const maxLanguages = 32;
const languageLine = /^id:[ \t]*([a-z-]{2,7})[ \t]*,/gim;

/** The languages of a VobSub pair, by the lines `id: en, index: 0` of its `.idx`; null for one that is not named. */
async function idxLanguages(path: string): Promise<(string | null)[]> {
	const text = await onDisk(path, () => inTime(path, head(path)));
	const codes = [...text.matchAll(languageLine)].slice(0, maxLanguages).map(([, code = '']) => toSubtitleLanguage(code));
	return codes.length > 0 ? codes : [null];
}

async function head(path: string): Promise<string> {
	const file = await open(path, 'r');
	try {
		const {buffer, bytesRead} = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
		return buffer.toString('latin1', 0, bytesRead);
	} finally {
		await file.close();
	}
}

export interface FolderNames {
	/** Regular files; links are left out, because they may lead anywhere. */
	files: string[];
	folders: string[];
}

/** More entries than any folder of a library has. */
const maxEntries = 100_000;
/** Milliseconds for a whole folder. */
const folderMs = 60_000;
/** Node decodes bytes of a name that are not UTF-8 as this character, and cannot open the file by that name. */
const lostBytes = '\uFFFD';

/** The names in a folder that `isOfUse` accepts. Throws NotFound `file_missing`, Unavailable when the disk fails. */
async function readNames(path: string, isOfUse: (name: string) => boolean, signal: AbortSignal): Promise<FolderNames> {
	const late = new AbortController();
	const stopped = () => late.signal.aborted || signal.aborted;
	try {
		const names = await onDisk(path, () => inTime(path, collect(path, isOfUse, stopped), folderMs));
		signal.throwIfAborted();
		return names;
	} finally {
		late.abort();
	}
}

async function collect(path: string, isOfUse: (name: string) => boolean, stopped: () => boolean): Promise<FolderNames> {
	const names: FolderNames = {files: [], folders: []};
	let seen = 0;
	for await (const entry of await opendir(path, {bufferSize: 500})) {
		seen += 1;
		if (seen > maxEntries || stopped()) {
			break;
		}
		const isReadable = !entry.name.includes(lostBytes) && isOfUse(entry.name);
		if (isReadable && entry.isFile()) {
			names.files.push(entry.name);
		} else if (isReadable && entry.isDirectory()) {
			names.folders.push(entry.name);
		}
	}
	return names;
}

/**
 * Some disks tell the time of a change to the second or two only. A folder that has just changed may change again
 * without telling, so its stamp says that it was young, and no later one is the same.
 */
const youngMs = 2500;
const young = '~';

/** A folder and when it changed: `1718000000000.123 Subs`. */
async function folderStamp(root: string, relative: string, now: Date): Promise<string> {
	const path = join(root, relative);
	const found = await onDisk(path, () => inTime(path, orMissing(stat(path))));
	const changed = found?.mtimeMs ?? 0;
	return `${changed}${Math.abs(Number(now) - changed) < youngMs ? young : ''} ${relative}`;
}

function joinStamps(stamps: readonly string[]): string {
	return stamps.join('\n');
}

/** Has one of the folders changed since the stamp was made? `known` remembers folders that several files share. */
export async function isStampOld(root: string, stamp: string, {now, known}: {now: Date; known: Map<string, string>}): Promise<boolean> {
	for (const line of stamp.split('\n')) {
		const relative = line.slice(line.indexOf(' ') + 1);
		const path = join(root, relative);
		const current = known.get(path) ?? (await folderStamp(root, relative, now));
		known.set(path, current);
		if (current !== line) {
			return true;
		}
	}
	return false;
}
