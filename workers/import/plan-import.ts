import {randomUUID} from 'node:crypto';
import {fileCopy} from '#shared/domain/decisions/file-copy.ts';
import {importModeFor} from '#shared/domain/downloads/import-mode.ts';
import {withoutJobKey} from '#shared/domain/downloads/job-name.ts';
import type {FrozenJudgement, ImportJournal, PlannedFile, QueueItem, StatusMessage} from '#shared/domain/downloads/queue-item.ts';
import {bearsNameOf} from '#shared/domain/imports/companion-name.ts';
import {correctedQuality} from '#shared/domain/imports/corrected-quality.ts';
import {extensionOf, stemOf} from '#shared/domain/imports/file-kind.ts';
import {partPath} from '#shared/domain/imports/part-number.ts';
import {type SortedFiles, sortFiles} from '#shared/domain/imports/sort-files.ts';
import type {FileMediaInfo, MediaFile} from '#shared/domain/media/media-file.ts';
import {revisionOf} from '#shared/domain/quality/revision.ts';
import {whyNoUpgrade} from '#shared/domain/quality/upgrade.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Claim} from './claim.ts';
import {locateDownload} from './locate-download.ts';
import type {ImportTarget, MediaImport} from './media-import.ts';
import {planCompanions} from './plan-companions.ts';
import {readInfo} from './read-info.ts';
import {ImportRefused, refuse} from './refusal.ts';
import {scoreToday} from './score-today.ts';

/** Decides what becomes of each file of a finished download. Throws ImportRefused when none of it is imported. */
export async function planImport({item, token, signal}: Claim, kind: MediaImport, deps: WorkerDeps): Promise<ImportJournal> {
	const folder = await locateDownload(item, deps);
	const listed = await deps.files.list(folder, signal);
	const named = listed.map(file => ({...file, relative: withoutJobKey(file.relative)}));
	const sorted = sortFiles(named, item.title);
	const [largest, ...others] = sorted.videos;
	if (!largest) {
		const none = {title: item.title, messages: [`There is no video to import in ${folder}.`]};
		throw new ImportRefused('no_video', [none, ...sorted.refused.slice(0, 20)]);
	}
	const {targets, refused} = await kind.findTargets(item, [largest, ...others], deps);
	const messages: StatusMessage[] = [];
	const files: PlannedFile[] = [];
	for (const target of targets) {
		const planned = await planFile({item, token, target, sorted, isOnly: targets.length === 1}, deps);
		if ('messages' in planned) {
			messages.push(planned);
		} else {
			files.push(planned);
		}
	}
	if (files.length === 0) {
		throw new ImportRefused('nothing_to_import', [...messages, ...refused].slice(0, 20));
	}
	return {folder, files};
}

interface Planning {
	item: QueueItem;
	token: string;
	target: ImportTarget;
	sorted: SortedFiles;
	/** True if nothing else of the download is imported. */
	isOnly: boolean;
}

async function planFile({item, token, target, sorted, isOnly}: Planning, deps: WorkerDeps): Promise<PlannedFile | StatusMessage> {
	const {video, media, present} = target;
	const info = await readInfo(video.path, deps);
	if (info === 'corrupt') {
		return {title: video.relative, messages: ['corrupt: it cannot be read as a video.']};
	}
	const customFormats = await namesForFiles(item.judgement, deps);
	const file = await scoreToday(toMediaFile(item, target, {info, customFormats, now: deps.now()}), target, deps);
	const reason = await whyPresentStays(file, target, deps);
	if (reason !== null) {
		return {title: video.relative, messages: [`Not an upgrade: ${reason}.`]};
	}
	if (!(await deps.files.isReallyBelow(file.path, target.root))) {
		const message = `${file.path} would lie outside its root folder: a link leads there. Remove the link.`;
		throw refuse(item.title, {code: 'outside_root', message});
	}
	const {settings} = deps;
	return {
		source: video.path,
		partial: deps.files.partialBeside(file.path, item.id, token),
		...importModeFor({
			setting: settings.get('media.importMode'),
			isChosen: settings.updatedAt('media.importMode') !== null,
			protocol: item.protocol,
			removable: item.removable,
		}),
		file,
		root: target.root,
		replaces: present.map(({id, path, quality, qualityScore}) => ({id, path, quality, qualityScore})),
		companions: planCompanions({
			target,
			path: file.path,
			others: isOnly ? sorted.others : sorted.others.filter(other => bearsNameOf(other.relative, video.relative)),
			extensions: settings.get('media.importExtraFiles'),
		}),
		media,
		identity: null,
	};
}

/** A present file that is gone from the disk does not block its successor. */
async function whyPresentStays(file: MediaFile, {present, profile}: ImportTarget, {files}: WorkerDeps): Promise<string | null> {
	const there = await Array.fromAsync(present, async old => ((await files.exists(old.path)) ? [old] : []));
	const reasons = there.flat().map(old => whyNoUpgrade(profile, fileCopy(old), fileCopy(file)));
	return reasons.find(why => why !== null) ?? null;
}

/** Names of the custom formats matched at the grab that the user wants in file names. */
async function namesForFiles({formatIds = []}: FrozenJudgement, {customFormats}: WorkerDeps): Promise<string[]> {
	const formats = formatIds.length > 0 ? await customFormats.list() : [];
	return formats.filter(({id, includeWhenRenaming}) => includeWhenRenaming && formatIds.includes(id)).map(({name}) => name);
}

interface Found {
	info: FileMediaInfo | null;
	customFormats: string[];
	now: Date;
}

function toMediaFile({title, judgement}: QueueItem, target: ImportTarget, {info, customFormats, now}: Found): MediaFile {
	const {video, furtherParts, pathOf} = target;
	const {parsedQuality, releaseGroup, edition} = judgement;
	const quality = correctedQuality(parsedQuality, info?.resolution ?? null);
	const revision = revisionOf(parsedQuality);
	const extension = extensionOf(video.relative);
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
		kept: judgement.kept ?? null,
		dateAdded: now,
	};
}
