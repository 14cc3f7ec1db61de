import {synchronise} from '../integrations/subtitles/synchronise/synchronise.ts';
import {convertInThread} from '../integrations/subtitles/text/convert-in-thread.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {SubtitleText} from './to-subtitle-text.ts';

/** A synchronised subtitle may lose a few of its cues, such as those before the beginning. */
const leastPart = 0.9;

/** The subtitle fitted to the sound, if the setting names a program. Whatever goes wrong, it stays as it is. */
export async function inSync(
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
		const fitted = await synchronise({program, video, text, format}, signal);
		const [before, after] = await Promise.all([text, fitted].map(read));
		if (
			after &&
			before &&
			'text' in after &&
			'text' in before &&
			after.format === format &&
			after.cueCount >= before.cueCount * leastPart
		) {
			return {text: after.text, format};
		}
		log.warn({program, video}, 'A synchronised subtitle has lost its lines; the original is used');
	} catch (error) {
		signal.throwIfAborted();
		log.warn({err: error, program, video}, 'A subtitle could not be synchronised; it is used as it is');
	}
	return content;
}

function read(text: string) {
	return convertInThread({bytes: Buffer.from(text), language: '', format: 'original', frameRate: null});
}
