import {basename, dirname, join} from 'node:path';
import type {OutdatedSubtitle, PlannedCompanion, PlannedFile} from '#shared/domain/downloads/import-progress.ts';
import {ownWords, restOf} from '#shared/domain/imports/bears-name.ts';
import {type DownloadedFile, extensionOf, partOf, partPath, stemOf} from '#shared/domain/imports/sort-files.ts';
import {readSubtitleName} from '#shared/domain/imports/subtitle-name.ts';
import {isCommentary, type SubtitleTags} from '#shared/domain/languages/subtitle-tags.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {FileSubtitles, Subtitle} from '#shared/domain/media/subtitle.ts';
import {byteLength, followerBytes} from '#shared/domain/naming/safe-name.ts';
import {getQuality} from '#shared/domain/quality/qualities.ts';
import {isSubtitleFile} from '#shared/domain/subtitles/subtitle-file-name.ts';
import {readAgain} from '#shared/store/titles/file-subtitles.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {ImportTarget} from '../media-import.ts';

interface Following {
	target: ImportTarget;
	/** The record that the video becomes. */
	file: MediaFile;
	/** Files of the download that belong to it. */
	others: readonly DownloadedFile[];
}

type Followers = Pick<PlannedFile, 'file' | 'companions' | 'outdated'>;

/**
 * What follows the video: files of its download, and the subtitles of the file it replaces if their timing fits. The
 * others go with the old file.
 */
export async function followersOf({target, file, others}: Following, deps: Pick<WorkerDeps, 'files' | 'settings'>): Promise<Followers> {
	const [old, another] = target.present;
	const subtitles = old ? (await deps.files.companionsOf(old.path, [file.path])).filter(isSubtitleFile) : [];
	const fits = old !== undefined && another === undefined && target.furtherParts.length === 0 && hasSameTiming(old, file);
	// A file that is imported again has its subtitles beside it already, and they must follow it only once.
	const own = new Set(subtitles);
	const companions = planCompanions({
		target,
		path: file.path,
		others: fits ? others.filter(({path}) => !own.has(path)) : others,
		extensions: deps.settings.get('media.importExtraFiles'),
		reserved:
			old?.path === file.path && !fits ? [] : subtitles.filter(path => dirname(path) === dirname(file.path)).map(path => basename(path)),
	});
	if (!old || subtitles.length === 0) {
		return {file, companions, outdated: []};
	}
	if (!fits) {
		return {file, companions, outdated: old.path === file.path ? await outdatedOf(subtitles, deps) : []};
	}
	const carried = carriedOf(subtitles, {old, file, companions});
	const moved = new Map(carried.map(({source, target: to}) => [source, to]));
	return {file: {...file, ...known(old, file, moved)}, companions: [...companions, ...carried], outdated: []};
}

async function outdatedOf(subtitles: readonly string[], {files}: Pick<WorkerDeps, 'files'>): Promise<OutdatedSubtitle[]> {
	const found = await Promise.all(subtitles.map(async path => ({path, identity: await files.identity(path)})));
	return found.flatMap(({path, identity}) => (identity === null ? [] : [{path, identity}]));
}

interface Carrying {
	old: MediaFile;
	file: MediaFile;
	companions: readonly PlannedCompanion[];
}

/** The old subtitles under the new video's name. A downloaded one is replaced by one that came with the release. */
function carriedOf(subtitles: readonly string[], {old, file, companions}: Carrying): PlannedCompanion[] {
	const taken = new Set(companions.map(({target}) => target));
	const ours = new Set(old.subtitles?.list.filter(({source}) => source === 'downloaded').map(({path}) => path));
	const isSamePath = old.path === file.path;
	return subtitles.flatMap((source): PlannedCompanion[] => {
		const name = companionName(source, {from: old.path, to: file.path});
		const first = isSamePath ? source : join(dirname(file.path), name);
		const target = taken.has(first) ? numbered(first, file.path, taken) : first;
		if (target !== first && ours.has(source)) {
			return [];
		}
		taken.add(target);
		return [{source, target, isPart: false, identity: null}];
	});
}

const maxNumbers = 50;

/** `Film.en.srt` as `Film.2.en.srt`. */
function numbered(path: string, video: string, taken: ReadonlySet<string>): string {
	const stem = join(dirname(video), stemOf(video));
	const names = Array.from({length: maxNumbers}, (_, index) => `${stem}.${index + 2}${path.slice(stem.length)}`);
	return names.find(name => !taken.has(name)) ?? path;
}

/** What is known of our downloads. The rest is to be read, as after any import. */
function known({subtitles}: MediaFile, {subtitles: own}: MediaFile, moved: ReadonlyMap<string, string>): {subtitles?: FileSubtitles} {
	if (own || !subtitles) {
		return {};
	}
	const list = subtitles.list.flatMap((each): Subtitle[] => {
		const path = each.path === null ? undefined : moved.get(each.path);
		return path === undefined ? [] : [{...each, path}];
	});
	return {subtitles: {...subtitles, list, readAt: readAgain, stamp: ''}};
}

type Cut = Pick<MediaFile, 'size' | 'quality' | 'releaseGroup' | 'edition' | 'mediaInfo'>;

/** A longer or shorter video has other scenes, or begins at another time. */
const maxSeconds = 1;
/** 23.976 is written in several ways. */
const maxFrames = 0.05;

/**
 * Do the subtitles of one file fit another one of the same title? They do for the same bytes, and for the same cut of
 * the same group from the same kind of source, unless the length or the frame rate says otherwise.
 */
export function hasSameTiming(old: Cut, fresh: Cut): boolean {
	if (old.size === fresh.size) {
		return true;
	}
	const source = getQuality(old.quality).source;
	const sameSource = source !== 'unknown' && source === getQuality(fresh.quality).source;
	const sameGroup = old.releaseGroup !== null && plain(old.releaseGroup) === plain(fresh.releaseGroup);
	const sameEdition = plain(old.edition) === plain(fresh.edition);
	return sameSource && sameGroup && sameEdition && runsAlike(old, fresh);
}

function plain(text: string | null): string {
	return (text ?? '').trim().toLowerCase();
}

function runsAlike({mediaInfo: old}: Cut, {mediaInfo: fresh}: Cut): boolean {
	return isClose(old?.durationSeconds, fresh?.durationSeconds, maxSeconds) && isClose(old?.frameRate, fresh?.frameRate, maxFrames);
}

/** An unknown value counts as close. */
function isClose(one: number | null | undefined, other: number | null | undefined, max: number): boolean {
	return typeof one !== 'number' || typeof other !== 'number' || Math.abs(one - other) <= max;
}

interface CompanionQuestion {
	target: ImportTarget;
	/** Where the video goes. */
	path: string;
	/** Files of the download that are not videos. */
	others: readonly DownloadedFile[];
	/** Extensions to bring along, from the user's setting. */
	extensions: readonly string[];
	/** Names beside the video that are taken until the import is done. */
	reserved: readonly string[];
}

/** A download with more extras than this is a pack of something else. */
const maximumExtras = 50;

/**
 * Plans the files that go along with a video: the further parts of a film, and its subtitles renamed after the video.
 */
function planCompanions({target, path, others, extensions, reserved}: CompanionQuestion): PlannedCompanion[] {
	const wholePath = target.furtherParts.length > 0 ? path.replace(/ - part1(?=\.[^.]+$)/, '') : path;
	const parts = target.furtherParts.map(({path: source, relative}) => ({
		source,
		target: partPath(wholePath, partOf(relative)?.number ?? 0, extensionOf(relative)),
		isPart: true,
		identity: null,
	}));
	const wanted = new Set(extensions.map(extension => extension.toLowerCase().replace(/^\./, '')));
	const extras = others.filter(({relative}) => wanted.has(extensionOf(relative))).slice(0, maximumExtras);
	const taken = new Set(reserved);
	const follows = (extra: DownloadedFile) => ({
		source: extra.path,
		target: freeName(extra, {target, path}, taken),
		isPart: false,
		identity: null,
	});
	return [...parts, ...extras.map(follows)];
}

function freeName(extra: DownloadedFile, {target, path}: Pick<CompanionQuestion, 'target' | 'path'>, taken: Set<string>): string {
	const name = companionName(extra.relative, {from: target.video.relative, to: path});
	const dot = name.lastIndexOf('.');
	const names = [name, ...Array.from({length: maximumExtras}, (_, index) => `${name.slice(0, dot)}.${index + 2}${name.slice(dot)}`)];
	const free = names.find(each => !taken.has(each)) ?? name;
	taken.add(free);
	return join(dirname(path), free);
}

/** Regional forms as players write them. */
const written: Readonly<Record<string, string>> = {'pt-br': 'pt-BR', 'zh-tw': 'zh-TW'};

/** `.en.forced`, `.pt-BR.sdh`: the form that players expect at the end of a subtitle's name. */
function languageTags({language, forced, hearingImpaired}: SubtitleTags): string {
	// `.hi` without a language before it would be Hindi.
	const tags = [language && (written[language] ?? language), forced && 'forced', hearingImpaired && 'sdh'];
	return tags.map(tag => (tag ? `.${tag}` : '')).join('');
}

/** Without this word, players would show a commentary as the subtitles of the film. */
function commentaryTag(companion: string, video: string): string {
	return isCommentary(restOf(companion, video) ?? ownWords(companion, video)) ? '.commentary' : '';
}

/**
 * New name of a file that follows a video: the video's new name, then what the file's name adds to the video's old
 * name, then its extension.
 */
export function companionName(companion: string, video: {from: string; to: string}): string {
	const stem = stemOf(companion);
	const own = stemOf(video.from);
	const rest = stem.toLowerCase().startsWith(own.toLowerCase()) ? stem.slice(own.length) : '';
	// What a name adds may be too long for what the name of the video leaves.
	const isShort = byteLength(`${rest}.${extensionOf(companion)}`) <= followerBytes;
	const isUsual = rest && isShort && /^(?:\.[\p{L}\p{N}-]{1,20}){0,4}$/u.test(rest);
	const tags = isUsual ? rest : `${commentaryTag(companion, video.from)}${languageTags(readSubtitleName(companion, video.from))}`;
	return `${stemOf(video.to)}${tags}.${extensionOf(companion)}`;
}
