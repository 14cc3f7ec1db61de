import {randomUUID} from 'node:crypto';
import {basename} from 'node:path';
import {fileCopy} from '#shared/domain/decisions/copies.ts';
import {withoutJobKey} from '#shared/domain/downloads/client-download.ts';
import type {ImportJournal, LeftOver, PlannedFile} from '#shared/domain/downloads/import-progress.ts';
import {type FrozenJudgement, isChosenByPerson, type QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {importModeFor} from '#shared/domain/downloads/seeding-goals.ts';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import {bearsNameOf} from '#shared/domain/imports/bears-name.ts';
import {isExtra} from '#shared/domain/imports/extras.ts';
import {isOfOtherEpisode} from '#shared/domain/imports/other-work.ts';
import {
	type DownloadedFile,
	extensionOf,
	kindOf,
	partPath,
	type RefusedVideo,
	refusalMessage,
	type SortedFiles,
	stemOf,
} from '#shared/domain/imports/sort-files.ts';
import type {FileMediaInfo, MediaFile} from '#shared/domain/media/media-file.ts';
import {isCutoffUnmet} from '#shared/domain/quality/profiles.ts';
import {correctedQuality, getQuality, revisionOf} from '#shared/domain/quality/qualities.ts';
import {whyNoUpgrade} from '#shared/domain/quality/upgrade.ts';
import {parseHash} from '#shared/domain/release/parse-tags.ts';
import {isFileGone} from '../../library/files-on-disk.ts';
import {type OwnerOfFile, scoreFiles} from '../../library/run-formats.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {Claim} from '../claim.ts';
import type {ImportTarget, MediaImport} from '../media-import.ts';
import {ImportRefused, laterMs, maxMessages, refuse, soonMs} from '../refusal.ts';
import {
	arrivingOf,
	listDownload,
	locateDownload,
	noVideo,
	readInfo,
	sortDownload,
	throwIfArriving,
	throwIfFake,
	unfinishedIn,
} from './downloaded-files.ts';
import {followersOf} from './followers-of.ts';

/** What is needed to judge a file, and to decide where it goes. */
export type PlanDeps = Pick<
	WorkerDeps,
	| 'customFormats'
	| 'downloadClients'
	| 'episodes'
	| 'files'
	| 'log'
	| 'mediaInfo'
	| 'movies'
	| 'now'
	| 'openDownloadClient'
	| 'patternMatcher'
	| 'qualityProfiles'
	| 'remotePathMappings'
	| 'recordedFiles'
	| 'rootFolders'
	| 'series'
	| 'settings'
>;

type Deps = PlanDeps & Pick<WorkerDeps, 'clientFolders'>;

/** Decides what happens to each file of a finished download. Throws ImportRefused when none of it is imported. */
export async function planImport(claim: Claim, kind: MediaImport, deps: Deps): Promise<ImportJournal> {
	const {item, token, signal} = claim;
	const folder = await locateDownload(item, deps);
	const kept = modeOf(item, deps.settings).mode === 'move' ? await whyNotMoved(folder, item, deps) : null;
	const done = new Set(item.import.files.map(({source}) => source));
	const listed = done.has(folder) ? [] : await listDownload(folder, signal, deps);
	const unfinished = await unfinishedIn(listed, item, {deps, signal});
	const sorted = await sortDownload(
		listed.filter(file => !unfinished.has(file)),
		{item, folder, done},
		deps,
	);
	const leftOut = [...unfinished].filter(({relative}) => kindOf(relative) === 'video').map(leftOutVideo);
	const [largest, ...others] = sorted.videos;
	if (!largest && leftOut.length > 0 && done.size === 0) {
		throw new ImportRefused('nothing_to_import', leftOut.slice(0, maxMessages).map(refusalMessage));
	}
	if (!largest && done.size > 0) {
		return {folder, kept, files: [], leftOver: leftOut.map(toLeftOut)};
	}
	if (done.size === 0) {
		const now = deps.now();
		const arriving = arrivingOf(item, listed, now);
		if (arriving?.bytes !== item.import.arriving?.bytes) {
			await claim.save({import: {arriving}});
		}
		throwIfFake(item, {folder, listed, sorted, arriving}, now);
		throwIfArriving(item, {folder, listed, arriving}, now);
	}
	if (!largest) {
		throw noVideo(item, folder, sorted);
	}
	const {targets, refused} = await kind.findTargets(item, [largest, ...others], deps);
	const files: PlannedFile[] = [];
	for (const target of targets) {
		const planned = await planFile({item, token, target, sorted, isOnly: targets.length === 1, mayMove: kept === null}, deps);
		if ('reason' in planned) {
			refused.unshift(planned);
		} else {
			files.push({...planned, file: {...planned.file, originalFile: originalFileOf(folder, target.video)}});
		}
	}
	if (files.length === 0 && done.size === 0) {
		const retryMs = refused.some(({isPassing}) => isPassing) ? soonMs : laterMs;
		throw new ImportRefused('nothing_to_import', [...refused, ...leftOut].slice(0, maxMessages).map(refusalMessage), retryMs);
	}
	return {folder, kept, files, leftOver: [...leftOverOf(refused, files, item), ...leftOut.map(toLeftOut).slice(0, maxMessages)]};
}

/** Whoever left it out need not be waited for, unless the library lacks something. */
const toLeftOut = (each: RefusedVideo): LeftOver => ({...refusalMessage(each), isPassing: false, isLeftOut: true});

const leftOutVideo = (video: DownloadedFile): RefusedVideo => ({
	...{video, claim: 'lacking'},
	reason: 'It was left out in the download client, which has not fetched all of it. Choose it there, or remove the download.',
});

/** `Release.Name/video.mkv`; only the name of a file that is its whole download. */
function originalFileOf(folder: string, {path, relative}: DownloadedFile): string {
	return path === folder ? relative : `${withoutJobKey(basename(folder))}/${relative}`;
}

interface Planning {
	item: QueueItem;
	token: string;
	target: ImportTarget;
	sorted: SortedFiles;
	/** True if nothing else of the download is imported. */
	isOnly: boolean;
	/** False if the file may only be linked or copied, because it may not be the client's. */
	mayMove: boolean;
}

/** Decides about one file; changes nothing. */
export async function planFile(
	{item, token, target, sorted, isOnly, mayMove}: Planning,
	deps: Omit<Deps, 'clientFolders' | 'openDownloadClient'>,
): Promise<PlannedFile | RefusedVideo> {
	const {video, media, present} = target;
	const info = await readInfo(video.path, {whole: !isChosenByPerson(item)}, deps);
	if (info !== null && 'unreadable' in info) {
		return {video, claim: 'lacking', ...info.unreadable};
	}
	const customFormats = await namesForFiles(item.release.judgement, deps);
	const file = await scoreToday(toMediaFile(item, target, {info, customFormats, now: deps.now()}), target, deps);
	const isChosen = isChosenByPerson(item) || Boolean(item.chosen);
	const reason = await whyPresentStays(file, target, deps);
	if (reason !== null && !isChosen) {
		return {video, reason: `Not an upgrade: ${reason}.`, claim: 'none'};
	}
	if (!(await deps.files.isReallyBelow(file.path, target.root))) {
		const message = `${file.path} would lie outside its root folder: a link leads there. Remove the link.`;
		throw refuse(item.release.title, {code: 'outside_root', message});
	}
	const {settings} = deps;
	return {
		source: video.path,
		partial: deps.files.partialBeside(file.path, item.id, token),
		...(mayMove ? modeOf(item, settings) : linkInstead(modeOf(item, settings))),
		root: target.root,
		replaces: present.map(({id, path, quality, qualityScore, size}) => ({id, path, quality, qualityScore, size})),
		...(await followersOf({target, file, others: followersAmong(sorted, {video, isOnly, releaseTitle: item.release.title})}, deps)),
		media,
		identity: null,
		...(reason !== null && {despite: `Not an upgrade: ${reason}.`}),
	};
}

/** A file that a person chose is that person's business. */
export async function whyNotMoved(
	path: string,
	{client, import: progress}: QueueItem,
	{clientFolders, downloadClients}: Pick<WorkerDeps, 'clientFolders' | 'downloadClients'>,
): Promise<string | null> {
	return progress?.choice?.file ? null : clientFolders.whyNotMoved(path, client && (await downloadClients.find(client.id)));
}

function linkInstead({mode, mayCopy}: ReturnType<typeof modeOf>): ReturnType<typeof modeOf> {
	return {mode: mode === 'move' ? 'hardlink' : mode, mayCopy};
}

export function modeOf({release: {protocol}, transfer, import: progress}: QueueItem, settings: WorkerDeps['settings']) {
	const file = progress?.choice?.file;
	if (file) {
		return {mode: file.mode, mayCopy: true};
	}
	const isChosen = settings.updatedAt('media.importMode') !== null;
	return importModeFor({setting: settings.get('media.importMode'), isChosen, protocol, removable: transfer?.removable ?? true});
}

interface Followed {
	video: DownloadedFile;
	isOnly: boolean;
	releaseTitle: string;
}

/** The files that belong to a video; to the only one of a download all that do not say they are of another. */
function followersAmong({videos, others}: SortedFiles, {video, isOnly, releaseTitle}: Followed): DownloadedFile[] {
	const rivals = videos.filter(each => each !== video);
	const bears = (other: DownloadedFile, each: DownloadedFile) => bearsNameOf(other.relative, each.relative);
	return others.filter(
		other =>
			bears(other, video) ||
			(isOnly && !rivals.some(each => bears(other, each)) && !isOfOtherEpisode(other.relative, {video: video.relative, releaseTitle})),
	);
}

/** A present file that is gone does not block its successor. One on a disk that is away does. */
async function whyPresentStays(
	file: MediaFile,
	{present, profile, root}: ImportTarget,
	deps: Pick<WorkerDeps, 'files' | 'rootFolders'>,
): Promise<string | null> {
	// The root folder of the target may be empty before its first file.
	const isLost = async ({path}: MediaFile) => (isWithinFolder(path, root) ? !(await deps.files.exists(path)) : isFileGone(path, deps));
	const there = await Array.fromAsync(present, async old => ((await isLost(old)) ? [] : [old]));
	const reasons = there.flat().map(old => whyNoUpgrade(profile, fileCopy(old), fileCopy(file)));
	return reasons.find(why => why !== null) ?? null;
}

/** Names of the custom formats matched at the grab that the user wants in file names. */
async function namesForFiles({formatIds}: FrozenJudgement, {customFormats}: Pick<WorkerDeps, 'customFormats'>): Promise<string[]> {
	const formats = formatIds.length > 0 ? await customFormats.list() : [];
	return formats.filter(({id, includeWhenRenaming}) => includeWhenRenaming && formatIds.includes(id)).map(({name}) => name);
}

/** The refused videos that may hold what the library lacks. */
function leftOverOf(
	refused: readonly RefusedVideo[],
	files: readonly PlannedFile[],
	{release: {title}, import: progress}: QueueItem,
): LeftOver[] {
	const sizes = [...files.map(({file}) => file.size), ...(progress?.files ?? []).map(({size}) => size)];
	const smallest = sizes.length > 0 ? Math.min(...sizes) : null;
	const isLeft = ({video, claim}: RefusedVideo) =>
		claim === 'lacking' || (claim === 'mayBeExtra' && !isExtra({path: video.relative, size: video.size, releaseTitle: title, smallest}));
	return refused
		.filter(isLeft)
		.slice(0, maxMessages)
		.map(each => ({...refusalMessage(each), isPassing: each.isPassing ?? false}));
}

interface Found {
	info: FileMediaInfo | null;
	customFormats: string[];
	now: Date;
}

/** The record of a video under its new name and with its real resolution. */
function toMediaFile(
	{release, chosen: wanted, import: progress}: QueueItem,
	target: ImportTarget,
	{info, customFormats, now}: Found,
): MediaFile {
	const {video, furtherParts, pathOf} = target;
	const {title, judgement} = release;
	const {parsedQuality, releaseGroup, releaseHash, edition, releaseTraits} = judgement;
	const chosen = progress?.choice?.quality ?? wanted?.quality;
	const quality = chosen ? getQuality(chosen) : correctedQuality(parsedQuality, info?.resolution ?? null);
	const revision = revisionOf(parsedQuality);
	const extension = extensionOf(video.relative);
	// In a pack each file has its own.
	const hash = parseHash(stemOf(video.relative)) ?? releaseHash ?? null;
	const whole = pathOf({
		quality: quality.name,
		revision,
		repack: parsedQuality.repack,
		group: releaseGroup,
		edition,
		customFormats,
		mediaInfo: info,
		releaseTitle: title,
		originalFileName: stemOf(video.relative),
		releaseHash: hash,
		extension: `.${extension}`,
	});
	return {
		id: randomUUID(),
		path: furtherParts.length > 0 ? partPath(whole, 1, extension) : whole,
		size: video.size,
		quality: quality.name,
		qualityScore: quality.score,
		formatScore: judgement.formatScore,
		revision,
		releaseTitle: title,
		releaseGroup,
		edition,
		languages: judgement.languages,
		mediaInfo: info,
		releaseHash: hash,
		formatIds: judgement.formatIds,
		releaseTraits,
		dateAdded: now,
	};
}

/** Scores a file with the current formats and profile, which may have changed since the grab. */
export async function scoreToday(
	file: MediaFile,
	{media, profile, originalLanguage}: Pick<ImportTarget, 'media' | 'profile' | 'originalLanguage'>,
	deps: Pick<WorkerDeps, 'customFormats' | 'log' | 'patternMatcher'>,
): Promise<MediaFile> {
	const owner: OwnerOfFile =
		media.kind === 'movie'
			? {mode: 'movie', episodes: 0, originalLanguage}
			: {mode: 'tv', episodes: media.episodeIds.length, originalLanguage};
	const [scored] = await scoreFiles([{file, owner, profile}], deps);
	const {score: formatScore, formatIds} = scored ?? {score: file.formatScore, formatIds: file.formatIds ?? []};
	return {...file, formatScore, formatIds, belowCutoff: isCutoffUnmet(profile, {quality: file.quality, formatScore})};
}
