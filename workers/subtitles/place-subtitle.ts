import {createHash} from 'node:crypto';
import {readdir} from 'node:fs/promises';
import {basename, dirname} from 'node:path';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import {kindOf, stemOf} from '#shared/domain/imports/sort-files.ts';
import type {SubtitleKind} from '#shared/domain/media/subtitle.ts';
import {byteLength, maximumSegmentBytes} from '#shared/domain/naming/safe-name.ts';
import {subtitleName} from '#shared/domain/subtitles/subtitle-file-name.ts';
import {Conflict, Invalid, NotFound, Unavailable} from '#shared/errors.ts';
import {inTime, onDisk} from '../integrations/files/disk-failure.ts';
import {synchronise} from '../integrations/subtitles/synchronise.ts';
import {convertInThread} from '../integrations/subtitles/text/convert-in-thread.ts';
import {bytesToKeepFree} from '../library/disk-settings.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {SubtitleText} from './to-subtitle-text.ts';

export type PlaceDeps = Pick<WorkerDeps, 'files' | 'rootFolders' | 'settings' | 'log'>;

export interface PlacedSubtitle {
	/** Path of the video. */
	video: string;
	kind: SubtitleKind;
	content: SubtitleText;
	/** Its times stay as they are. */
	isTimed?: boolean | undefined;
	/** Paths of subtitles of ours that this one takes the place of; anything else is never written over. */
	replaces: readonly string[];
	/** Called with the SHA-256 of what is about to be written. */
	noteText?(hash: string): Promise<void>;
}

/**
 * Writes a subtitle beside its video, through `.partial` and rename, synchronised when the setting says so. Returns its
 * path. Throws Unavailable when the disk is away, full or read-only.
 */
export async function placeSubtitle(
	{video, kind, content, isTimed = false, replaces, noteText}: PlacedSubtitle,
	deps: PlaceDeps,
	signal: AbortSignal,
): Promise<string> {
	const folder = dirname(video);
	await throwUnlessThere(video, deps);
	const nameOf = await namesBeside(video, {kind, format: content.format});
	const {text} = isTimed ? content : await inSync(content, video, {deps, signal});
	const ours = replaces.filter(path => isWithinFolder(path, folder));
	await noteText?.(createHash('sha256').update(text).digest('hex'));
	const path = await deps.files.writeText({
		folder,
		text,
		owner: ownerOf(video),
		nameOf,
		mayReplace: ours,
		keepFree: bytesToKeepFree(deps),
		signal,
	});
	await removeOthers(ours, path, {deps, signal});
	return path;
}

const ownerOf = (video: string) => `subtitle-${createHash('sha256').update(basename(video)).digest('hex').slice(0, 12)}`;

/** Removes the files that workers which died left unfinished beside a video. */
export async function sweepUnfinished(video: string, {files}: Pick<WorkerDeps, 'files'>): Promise<void> {
	await files.sweepPartials(dirname(video), ownerOf(video));
}

/** The old ones go only when the new one is there. One that cannot be removed does not undo it. */
async function removeOthers(
	ours: readonly string[],
	path: string,
	{deps, signal}: {deps: Pick<WorkerDeps, 'files' | 'log'>; signal: AbortSignal},
): Promise<void> {
	for (const old of ours) {
		try {
			if (old !== path && (await deps.files.isReallyBelow(old, dirname(path))) && !(await deps.files.isSameEntry(old, path))) {
				await deps.files.discard({path: old, bin: null, signal});
			}
		} catch (error) {
			deps.log.warn({err: error, path: old}, 'A subtitle that was replaced could not be removed');
		}
	}
}

async function throwUnlessThere(video: string, {rootFolders, files}: Pick<WorkerDeps, 'rootFolders' | 'files'>): Promise<void> {
	const root = (await rootFolders.list()).find(({path}) => isWithinFolder(video, path))?.path;
	if (root === undefined || !(await files.isReallyBelow(video, root))) {
		throw new Conflict('outside_root', `${video} is not below a root folder, or a link leads out of it. Nothing is written there.`);
	}
	if (await files.exists(video)) {
		return;
	}
	if ((await files.folderId(root)) === null) {
		const message = `${video} is not there, but its root folder is missing or empty. Mount its disk; it is tried again.`;
		throw new Unavailable('root_folder_missing', message);
	}
	throw new NotFound('file_missing', `${video} does not exist any more.`);
}

/** A name with a number must not look like that of another video: `Film.2.en.srt` belongs to `Film.2.mkv`. */
async function namesBeside(video: string, {kind, format}: {kind: SubtitleKind; format: string}): Promise<(number: number) => string> {
	const folder = dirname(video);
	const names = await onDisk(folder, () => inTime(folder, readdir(folder)));
	const stems = new Set(names.filter(name => kindOf(name) === 'video').map(name => stemOf(name)));
	const stem = stemOf(video);
	const longest = subtitleName({stem, kind, format, number: 50});
	if (byteLength(longest) > maximumSegmentBytes) {
		// A shortened name would belong to no video for any player.
		const message = `The name of ${basename(video)} leaves no room for that of a subtitle. Rename the video to something shorter.`;
		throw new Invalid('name_too_long', message);
	}
	const numbers = [1, ...Array.from({length: 100}, (_, index) => index + 2).filter(number => !stems.has(`${stem}.${number}`))];
	return number => subtitleName({stem, kind, format, number: numbers[number - 1] ?? number});
}

/** Cues that a synchronised subtitle may lose: advertising before the beginning. More would be its first words. */
const maxLost = 2;

/** The subtitle with its times matched to the sound, if the setting names a program; as it is if that fails. */
async function inSync(
	content: SubtitleText,
	video: string,
	{deps: {settings, log}, signal}: {deps: Pick<WorkerDeps, 'settings' | 'log'>; signal: AbortSignal},
): Promise<SubtitleText> {
	const program = settings.get('subtitles.synchronise');
	const {text, format} = content;
	if (program === 'off' || format === 'vtt') {
		return content;
	}
	try {
		const matched = await synchronise({program, video, text, format}, signal);
		const [before, after] = await Promise.all([text, matched].map(read));
		if (after && before && 'text' in after && 'text' in before && after.format === format && isWhole(before, after)) {
			return {text: after.text, format};
		}
		log.warn({program, video}, 'A synchronised subtitle has lost its lines; the original is used');
	} catch (error) {
		signal.throwIfAborted();
		log.warn({err: error, program, video}, 'A subtitle could not be synchronised; it is used as it is');
	}
	return content;
}

const isWhole = (before: {cueCount: number}, after: {cueCount: number}) =>
	after.cueCount > 0 && after.cueCount >= before.cueCount - maxLost;

function read(text: string) {
	return convertInThread({bytes: Buffer.from(text), language: '', format: 'original', frameRate: null});
}
