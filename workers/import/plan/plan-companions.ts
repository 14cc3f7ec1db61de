import {dirname, join} from 'node:path';
import type {PlannedCompanion} from '#shared/domain/downloads/import-journal.ts';
import {companionName} from '#shared/domain/imports/companion-name.ts';
import {extensionOf} from '#shared/domain/imports/file-kind.ts';
import {partOf, partPath} from '#shared/domain/imports/part-number.ts';
import type {DownloadedFile} from '#shared/domain/imports/sort-files.ts';
import type {ImportTarget} from '../media-import.ts';

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
export function planCompanions({target, path, others, extensions, reserved}: CompanionQuestion): PlannedCompanion[] {
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
