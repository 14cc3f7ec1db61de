import type {Dirent} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {kindOf, stemOf} from '#shared/domain/imports/file-kind.ts';
import {partOf} from '#shared/domain/imports/part-number.ts';
import {isSubtitleFile, isSubtitleFolder} from '#shared/domain/subtitles/subtitle-file.ts';
import {onDisk, orMissing} from './disk-failure.ts';

/**
 * Subtitles and similar files with the video's name, those in a folder for subtitles beside it, and the further parts
 * of a film. What has the longer name of another video belongs to that one. `leaving` are videos that do not count.
 */
export async function companionsOf(path: string, leaving: readonly string[] = []): Promise<string[]> {
	const folder = dirname(path);
	const part = partOf(path);
	const entries = await entriesOf(folder);
	const isPart = (name: string) => part !== null && partOf(name)?.name === part.name;
	const videos = entries.filter(({name}) => kindOf(name) === 'video' && name !== basename(path) && !isPart(name));
	const others = videos.map(({name}) => stemOf(name));
	const follows = (name: string) => {
		const isFollower = bearsStem(name, stemOf(path), others) && kindOf(name) !== 'video';
		return isFollower || isPart(name);
	};
	const beside = entries.filter(entry => entry.isFile() && entry.name !== basename(path) && follows(entry.name));
	const isAlone = videos.every(({name}) => leaving.includes(join(folder, name)));
	const below = await Promise.all(
		entries.filter(isRealFolder).map(({name}) => subtitlesIn(join(folder, name), {stem: stemOf(path), others, isAlone})),
	);
	return [...beside.map(({name}) => join(folder, name)), ...below.flat()];
}

interface Video {
	stem: string;
	/** Names of the other videos, without their extensions. */
	others: string[];
	/** All subtitles of the folder are its. */
	isAlone: boolean;
}

/** `Subs/Film.en.srt`, `Subs/Film/2_English.srt`; and if there is only this video, `Subs/English.srt`. */
async function subtitlesIn(folder: string, video: Video): Promise<string[]> {
	const entries = await entriesOf(folder);
	const own = entries.filter(({name}) => bearsStem(name, video.stem, video.others) || (video.isAlone && !isOfAnother(name, video)));
	const files = entries.filter(entry => entry.isFile() && isSubtitleFile(entry.name) && own.includes(entry));
	const folders = entries.filter(entry => entry.isDirectory() && entry.name.toLowerCase() === video.stem.toLowerCase());
	const inside = await Promise.all(
		folders.map(async ({name}) => (await entriesOf(join(folder, name))).map(entry => ({entry, path: join(folder, name, entry.name)}))),
	);
	const deeper = inside.flat().filter(({entry}) => entry.isFile() && isSubtitleFile(entry.name));
	return [...files.map(({name}) => join(folder, name)), ...deeper.map(({path}) => path)];
}

function isOfAnother(name: string, {others}: Video): boolean {
	return others.some(other => name.startsWith(`${other}.`));
}

/** `Film.2.en.srt` bears the name of `Film.2.mkv`, if there is one, and not that of `Film.mkv`. */
function bearsStem(name: string, stem: string, others: readonly string[]): boolean {
	return name.startsWith(`${stem}.`) && !others.some(other => other.length > stem.length && name.startsWith(`${other}.`));
}

/** A link is no folder here: what it leads to may be anybody's. */
function isRealFolder(entry: Dirent): boolean {
	return entry.isDirectory() && isSubtitleFolder(entry.name);
}

async function entriesOf(folder: string): Promise<Dirent[]> {
	return (await onDisk(folder, () => orMissing(readdir(folder, {withFileTypes: true})))) ?? [];
}
