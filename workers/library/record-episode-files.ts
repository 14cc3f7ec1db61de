import {compareFiles, mediaFileOf} from '#shared/domain/backfill/media-file-of.ts';
import {isWholeSeason} from '#shared/domain/matching/match-episodes.ts';
import {isNumberedElsewhere, readerOfEpisodes} from '#shared/domain/matching/match-numbered.ts';
import type {SeriesNames} from '#shared/domain/matching/season-of-title.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {EpisodeOnDisk, FileOfEpisodes} from '#shared/store/series/episode-scan.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {isFileGone, movedFile} from './files-on-disk.ts';
import type {Assigned, Recorded, SeenFile, Verdict} from './seen-file.ts';

type Deps = Pick<WorkerDeps, 'episodes' | 'files' | 'now' | 'rootFolders' | 'series'>;

interface Contender {
	seen: SeenFile;
	file: MediaFile;
	targets: EpisodeOnDisk[];
}

/**
 * Records the best file of each episode without moving it. A recorded file is replaced only by a better
 * one, or when it is gone.
 */
export async function recordEpisodeFiles(rows: readonly Assigned[], deps: Deps): Promise<Recorded> {
	const all: Recorded = {verdicts: new Map(), displaced: [], changed: 0};
	for (const [seriesId, of] of Map.groupBy(rows, ({titleId}) => titleId)) {
		const {verdicts, displaced, changed} = await recordOfSeries(
			seriesId,
			of.map(({file}) => file),
			deps,
		);
		for (const [file, verdict] of verdicts) {
			all.verdicts.set(file, verdict);
		}
		all.displaced.push(...displaced);
		all.changed += changed;
	}
	return all;
}

async function recordOfSeries(seriesId: string, files: readonly SeenFile[], deps: Deps): Promise<Recorded> {
	const at = deps.now();
	const verdicts = new Map<SeenFile, Verdict>(files.map(file => [file, 'no_episode']));
	const episodes = await deps.episodes.onDisk(seriesId);
	// The series' names are needed only for absolute and other numbers: they show whether `Title II - 03` means a
	// season.
	const needsNames = files.some(({read}) => read.readings[0]?.absoluteEpisodes.length) || isNumberedElsewhere(episodes);
	const names = needsNames ? await deps.series.find(seriesId) : null;
	const held = readerOfEpisodes(episodes, names);
	const contenders = files
		.map(seen => toContender(seen, {held, names, at}))
		.filter(({targets}) => targets.length > 0)
		.sort((a, b) => compareFiles(a.file, b.file));
	const writes: FileOfEpisodes[] = [];
	const taken = new Set<string>();
	for (const {seen, file, targets} of contenders) {
		verdicts.set(seen, 'duplicate');
		const present = presentOf(targets);
		const isFree = targets.every(({id}) => !taken.has(id)) && (await mayCome(file, present, deps));
		if (isFree) {
			for (const {id} of targets) {
				taken.add(id);
			}
			verdicts.set(seen, 'recorded');
			if (needsWrite(file, targets)) {
				const whole = await withWhatWasKnown(file, present, deps);
				writes.push({episodeIds: targets.map(({id}) => id), file: whole, replaces: present.map(({id}) => id)});
			}
		}
	}
	if (writes.length > 0) {
		await deps.episodes.recordFiles(seriesId, writes, at);
	}
	const written = new Set(writes.map(({file}) => file.path));
	const displaced = writes.length > 0 ? await lostPaths(seriesId, episodes, deps) : [];
	return {verdicts, displaced: displaced.filter(path => !written.has(path)), changed: writes.length};
}

interface Disk {
	held: ReturnType<typeof readerOfEpisodes<EpisodeOnDisk>>;
	names: SeriesNames | null;
	at: Date;
}

function toContender(seen: SeenFile, {held, names, at}: Disk): Contender {
	const {id, video, read} = seen;
	const [parsed] = read.readings;
	// A file with a whole season cannot be assigned to single episodes.
	const targets = parsed && !isWholeSeason(parsed, names) ? held(parsed, {first: 'own'}).episodes : [];
	return {seen, targets, file: mediaFileOf({id, path: video.path, size: video.size, dateAdded: at}, read)};
}

function presentOf(targets: readonly EpisodeOnDisk[]): MediaFile[] {
	const byId = new Map(targets.flatMap(({file}) => (file ? [[file.id, file] as const] : [])));
	return [...byId.values()];
}

async function mayCome(file: MediaFile, present: readonly MediaFile[], deps: Pick<WorkerDeps, 'files' | 'rootFolders'>): Promise<boolean> {
	for (const old of present) {
		if (
			old.path !== file.path &&
			compareFiles(file, old) >= 0 &&
			!(await movedFile(old, file, deps)) &&
			!(await isFileGone(old.path, deps))
		) {
			return false;
		}
	}
	return true;
}

/** A renamed file keeps what was known from its old name. */
async function withWhatWasKnown(
	file: MediaFile,
	present: readonly MediaFile[],
	deps: Pick<WorkerDeps, 'files' | 'rootFolders'>,
): Promise<MediaFile> {
	const [old, another] = present;
	return (old && !another ? await movedFile(old, file, deps) : null) ?? file;
}

function needsWrite({path, size}: MediaFile, targets: readonly EpisodeOnDisk[]): boolean {
	return targets.some(({file}) => file?.path !== path || file.size !== size);
}

/** Paths that were files of the series before and no longer are. */
async function lostPaths(seriesId: string, before: readonly EpisodeOnDisk[], {episodes}: Pick<WorkerDeps, 'episodes'>): Promise<string[]> {
	const after = (await episodes.pathsOf([seriesId])).get(seriesId) ?? new Set();
	return [...new Set(before.flatMap(({file}) => (file && !after.has(file.path) ? [file.path] : [])))];
}
