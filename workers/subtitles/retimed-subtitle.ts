import type {Subtitle, SubtitleKind} from '#shared/domain/media/subtitle.ts';
import {shiftTimes} from '#shared/domain/subtitles/text/shift-times.ts';
import {Conflict, Invalid, NotFound} from '#shared/errors.ts';
import {readSmallFile} from '../integrations/files/content-hash.ts';
import {synchronise} from '../integrations/subtitles/synchronise.ts';
import {convertInThread} from '../integrations/subtitles/text/convert-in-thread.ts';
import {textFault} from '../integrations/subtitles/unpack-subtitle.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {isStillOurs} from './finish-fetched.ts';
import {ensureRemovable} from './remove-beside.ts';
import type {SubtitledTitle} from './subtitled-title.ts';
import type {SubtitleText} from './to-subtitle-text.ts';

interface Asked {
	/** Our id of a subtitle beside the video. */
	subtitleId: string;
	/** Milliseconds by which it comes later; null to fit it to the sound. */
	offsetMs: number | null;
}

interface Retimed {
	found: Subtitle;
	kind: SubtitleKind;
	content: SubtitleText;
	/** What we put there gives way to it; a file of somebody else stays, and the new one lies beside it. */
	replaces: string[];
}

/** A subtitle beside the video with other times. Throws NotFound, Conflict and Invalid with what a person can do. */
export async function retimedSubtitle(
	{subtitleId, offsetMs}: Asked,
	{title, list}: {title: SubtitledTitle; list: readonly Subtitle[]},
	{deps, signal}: {deps: Pick<WorkerDeps, 'files' | 'settings'>; signal: AbortSignal},
): Promise<Retimed> {
	const found = list.find(({id}) => id === subtitleId);
	if (!found) {
		throw new NotFound('subtitle_not_found', 'This file has no such subtitle. List its subtitles again.');
	}
	const {path, language, forced, hearingImpaired} = found;
	if (path === null) {
		throw new Conflict('subtitle_embedded', 'This subtitle is a track of the video itself. Only files beside the video can be changed.');
	}
	if (language === null) {
		throw new Conflict('subtitle_language_unknown', 'Nobody knows its language. Upload the file with its language, then change its times.');
	}
	const video = title.file.path;
	await ensureRemovable({path, video}, deps);
	const content = await textOf({path, language}, title);
	return {
		found,
		kind: {language, forced, hearingImpaired},
		content: offsetMs === null ? await fitted(content, video, {deps, signal}) : shifted(content, offsetMs),
		replaces: (await isStillOurs(found)) ? [path] : [],
	};
}

async function textOf({path, language}: {path: string; language: string}, {file}: SubtitledTitle): Promise<SubtitleText> {
	const frameRate = file.mediaInfo?.frameRate ?? null;
	const bytes = await readSmallFile(path);
	if (!bytes) {
		throw new NotFound('subtitle_not_found', 'The subtitle is no longer there, or too large. List the subtitles again.');
	}
	const read = await convertInThread({bytes, language, format: 'original', frameRate});
	if ('fault' in read) {
		throw textFault(read.fault);
	}
	return {text: read.text, format: read.format};
}

const shifted = ({text, format}: SubtitleText, offsetMs: number): SubtitleText => ({text: shiftTimes(text, {format, offsetMs}), format});

async function fitted(
	{text, format}: SubtitleText,
	video: string,
	{deps, signal}: {deps: Pick<WorkerDeps, 'settings'>; signal: AbortSignal},
): Promise<SubtitleText> {
	const program = deps.settings.get('subtitles.synchronise');
	if (program === 'off') {
		throw new Conflict('synchroniser_off', 'Choose the program that does it in Settings, Subtitles: ffsubsync or alass.');
	}
	if (format === 'vtt') {
		throw new Invalid('subtitle_unreadable', `${program} reads no VTT. Shift it by an offset instead.`);
	}
	return {text: await synchronise({program, video, text, format}, signal), format};
}
