import type {Dirent} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {isLibraryVideo, kindOf, partOf, stemOf} from '#shared/domain/imports/sort-files.ts';
import {readClearly} from '#shared/domain/languages/subtitle-tags.ts';
import {followsVideo, isNamedLike, isSubtitleFile, isSubtitleFolder} from '#shared/domain/subtitles/subtitle-file-name.ts';
import {onDisk, orMissing} from './disk-failure.ts';

/**
 * The files that go with a video: subtitles and similar files with its name, those in a folder for subtitles beside it,
 * and the further parts of a film. A file that fits two videos belongs to the one with the longer name. Videos in
 * `leaving` are ignored, so that such a part of a film counts as another film. With `links`, symbolic links are
 * included.
 */
export async function companionsOf(path: string, leaving: readonly string[] = [], {links = false} = {}): Promise<string[]> {
	const folder = dirname(path);
	const part = partOf(path);
	const entries = await entriesOf(folder);
	const stays = new Set(leaving.filter(each => dirname(each) === folder).map(each => stemOf(each)));
	const isPart = (name: string) => part !== null && partOf(name)?.name === part.name && !stays.has(stemOf(name));
	const videos = entries.filter(({name}) => kindOf(name) === 'video' && name !== basename(path) && !isPart(name)).map(({name}) => name);
	// `Film.avi` and `Film.mkv` share their subtitles, which stay for the one that stays.
	const isShared = videos.some(name => stemOf(name) === stemOf(path) && !leaving.includes(join(folder, name)));
	const isAlone = videos.every(name => !isLibraryVideo(name) || leaving.includes(join(folder, name)));
	const video: Video = {name: basename(path), others: videos, isAlone};
	const follows = (name: string) => !isShared && kindOf(name) !== 'video' && (followsVideo(name, video) || isOnlyLanguage(name, video));
	const isWanted = (entry: Dirent) => entry.isFile() || (links && entry.isSymbolicLink());
	const beside = entries.filter(entry => isWanted(entry) && entry.name !== video.name && (follows(entry.name) || isPart(entry.name)));
	const below = await Promise.all(
		entries.filter(entry => !isShared && isRealFolder(entry)).map(({name}) => subtitlesIn(join(folder, name), video)),
	);
	return [...beside.map(({name}) => join(folder, name)), ...below.flat()];
}

interface Video {
	name: string;
	/** Names of the other videos beside it. */
	others: string[];
	/** It is the only video, so all subtitles of the folder belong to it. */
	isAlone: boolean;
}

/** `English.srt` beside the only video. */
function isOnlyLanguage(name: string, {isAlone}: Video): boolean {
	return isAlone && isSubtitleFile(name) && readClearly(stemOf(name))?.isName === true;
}

/** `Subs/Film.en.srt`, `Subs/Film/2_English.srt`; and if there is only this video, `Subs/English.srt`. */
async function subtitlesIn(folder: string, video: Video): Promise<string[]> {
	const entries = await entriesOf(folder);
	const inside = await Promise.all(
		entries
			.filter(entry => entry.isDirectory() && (isNamedLike(entry.name, video.name) || readClearly(entry.name) !== null))
			.map(async ({name}) => {
				const isOwn = isNamedLike(name, video.name);
				const files = (await entriesOf(join(folder, name))).filter(entry => isOwn || isOwnSubtitle(entry.name, video));
				return files.filter(isSubtitle).map(entry => join(folder, name, entry.name));
			}),
	);
	const files = entries.filter(entry => isSubtitle(entry) && isOwnSubtitle(entry.name, video));
	return [...files.map(({name}) => join(folder, name)), ...inside.flat()];
}

function isOwnSubtitle(name: string, video: Video): boolean {
	return followsVideo(name, video) || (video.isAlone && !video.others.some(other => followsVideo(name, {name: other, others: []})));
}

function isSubtitle(entry: Dirent): boolean {
	return entry.isFile() && isSubtitleFile(entry.name);
}

/** A link does not count as a folder: its target may belong to anything. */
function isRealFolder(entry: Dirent): boolean {
	return entry.isDirectory() && isSubtitleFolder(entry.name);
}

async function entriesOf(folder: string): Promise<Dirent[]> {
	return (await onDisk(folder, () => orMissing(readdir(folder, {withFileTypes: true})))) ?? [];
}
