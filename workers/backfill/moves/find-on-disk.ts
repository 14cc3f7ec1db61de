import {parsedFromPath} from '#shared/domain/backfill/read-path.ts';
import type {FileOnDisk} from '#shared/domain/moves/judge-movie.ts';
import {foreignPath, foreignRelative, isWindowsPath, mapPath} from '#shared/domain/moves/map-paths.ts';
import type {PathMapping} from '#shared/domain/moves/move.ts';
import type {SourceFile} from '#shared/domain/moves/source-titles.ts';
import {qualityOf} from '#shared/domain/quality/qualities.ts';
import type {TitleMode} from '#shared/domain/release/parsed-title.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'files'>;

/** Where a path of another program is here: by the mappings, else under the same name, which Windows has not. */
export const locate = (path: string, mappings: readonly PathMapping[]): string | null =>
	mapPath(path, mappings) ?? (isWindowsPath(path) || path.split('/').includes('..') ? null : foreignPath(path));

/** Disks and programs write letters with accents in two forms; the one that the disk has is returned with the size. */
export async function findOnDisk(path: string, {files}: Deps): Promise<{path: string; size: number} | null> {
	for (const form of new Set([path, path.normalize('NFC'), path.normalize('NFD')])) {
		const entry = await files.entry(form);
		if (entry?.kind === 'file') {
			return {path: form, size: entry.size};
		}
	}
	return null;
}

interface Place {
	/** The folder of the title, as the other program sees it. */
	folder: string;
	mappings: readonly PathMapping[];
	mode: TitleMode;
}

/** A file of a title as the disk has it. */
export async function fileOnDisk(file: SourceFile, {folder, mappings, mode}: Place, deps: Deps): Promise<FileOnDisk> {
	const relative = foreignRelative(file.relativePath, folder);
	const root = relative.split('/').includes('..') ? null : locate(folder, mappings);
	const path = root && `${root}/${relative}`;
	const found = path === null ? null : await findOnDisk(path, deps);
	const named = qualityOf(parsedFromPath(file.sceneName ? `${file.sceneName}.mkv` : relative, mode).quality).name;
	return {path: found?.path ?? path, size: found?.size ?? null, namedQuality: named};
}
