import {copyFile, mkdir, readdir, readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {writeVideo} from '#scripts/demo/sandbox/video.ts';
import type {Protocol} from '#shared/domain/release/release.ts';
import type {ChaosWorld} from './chaos-world.ts';
import {finishedDownload} from './queue-item.ts';
import {seasonOf} from './season-details.ts';

/** What a season pack is made of. */
export interface TemplateSize {
	folder: string;
	episodes: number;
	bytes: number;
}

/** The files of a season pack, as they were before anything happened to their copies. */
export interface Template extends TemplateSize {
	/** The bytes of an episode as they should be everywhere. */
	contentOf(episode: number): Buffer;
}

export interface PackPlace {
	world: ChaosWorld;
	template: Template;
	/** Folder in which the pack lies. */
	parent: string;
	protocol: Protocol;
}

/** A finished download of a season, and the series that it belongs to. */
export interface Pack {
	number: number;
	itemId: string;
	seriesId: string;
	/** Folder of the series in the library. */
	target: string;
	/** Folder of the download. */
	source: string;
	template: Template;
	fileName(episode: number): string;
}

const two = (number: number) => String(number).padStart(2, '0');

/** Writes the videos of a pack; no two are alike. */
export async function writeTemplate(size: TemplateSize): Promise<Template> {
	const {folder, episodes, bytes} = size;
	await mkdir(folder, {recursive: true});
	const contents: Buffer[] = [];
	for (let episode = 1; episode <= episodes; episode += 1) {
		const path = join(folder, two(episode));
		await writeVideo({path, lines: 1080, size: bytes + episode, name: `episode ${episode}`});
		contents.push(await readFile(path));
	}
	return {...size, contentOf: episode => contents[episode - 1] ?? Buffer.alloc(0)};
}

/** Writes the files of a finished download, of which nobody knows yet. Returns their folder. */
export async function layOutPack(number: number, {template, parent}: PackPlace): Promise<string> {
	const source = join(parent, releaseOf(number));
	await mkdir(source, {recursive: true});
	for (let episode = 1; episode <= template.episodes; episode += 1) {
		await copyFile(join(template.folder, two(episode)), join(source, fileNameOf(number, episode)));
	}
	return source;
}

/** Adds the series of a download, without files, and the item that waits for the import. */
export async function enlistPack(number: number, source: string, {world, template, protocol}: PackPlace): Promise<Pack> {
	const {stores, library, profileId} = world;
	const title = `Paper Lantern ${number}`;
	const target = join(library, title);
	const choice = {monitored: true, seasonFolder: true, rootFolderPath: library, path: target, qualityProfileId: profileId};
	const series = await stores.series.add(
		seasonOf({number, title, episodes: template.episodes}),
		{...choice, libraryId: null, searchOnAdd: false, seasonOptions: []},
		new Date(),
	);
	const episodes = await stores.episodes.ofSeason(series.id, 1);
	const episodeIds = episodes.map(({id}) => id);
	const chosen = {title: releaseOf(number), guid: `${number}`, outputPath: source, protocol, seriesId: series.id, episodeIds};
	const item = await stores.downloads.add(finishedDownload(chosen));
	return {number, itemId: item.id, seriesId: series.id, target, source, template, fileName: episode => fileNameOf(number, episode)};
}

/** A finished download that waits for the import, and its series. */
export async function addPack(number: number, place: PackPlace): Promise<Pack> {
	return enlistPack(number, await layOutPack(number, place), place);
}

const releaseOf = (number: number) => `Paper.Lantern.${number}.S01.1080p.WEB-DL.x264-CHAOS`;
const fileNameOf = (number: number, episode: number) => `Paper.Lantern.${number}.S01E${two(episode)}.1080p.WEB-DL.x264-CHAOS.mkv`;

/** Files with their final names below the target; a missing folder has none. */
export async function placedFiles({target}: Pick<Pack, 'target'>): Promise<string[]> {
	const entries = await readdir(target, {recursive: true, withFileTypes: true}).catch(() => []);
	return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
}

export const isPartial = (path: string) => path.endsWith('.partial');

export async function removeFiles({source, target}: Pick<Pack, 'source' | 'target'>): Promise<void> {
	await rm(source, {recursive: true, force: true});
	await rm(target, {recursive: true, force: true});
}
