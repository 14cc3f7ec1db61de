import type {Wanted} from '#shared/domain/subtitles/archive-entry.ts';
import type {RepairOptions} from '#shared/domain/subtitles/text/repair-subtitle.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import type {SentSubtitle} from '../integrations/subtitles/subtitle-provider.ts';
import {convertInThread} from '../integrations/subtitles/text/convert-in-thread.ts';
import {textFault, unpackSubtitle} from '../integrations/subtitles/unpack-subtitle.ts';

export interface SubtitleText {
	/** With `\n` line ends and no byte order mark. */
	text: string;
	format: 'srt' | 'ass' | 'vtt';
}

/**
 * Turns what a provider or a person sent into the text of one subtitle: unpacks archives, chooses the entry that fits,
 * detects the encoding. Throws Invalid `subtitle_unreadable` or `subtitle_archive` with the reason, and UpstreamFailed
 * `subtitle_notice` for what a provider says instead.
 */
export async function toSubtitleText(sent: SentSubtitle, wanted: Wanted, options: RepairOptions): Promise<SubtitleText> {
	const {bytes} = await unpackSubtitle(sent, wanted);
	const converted = await convertInThread({bytes, language: wanted.language, ...options});
	if ('fault' in converted) {
		throw converted.isNotice
			? new UpstreamFailed('subtitle_notice', `The subtitle cannot be used: ${converted.fault}. Look at the account at its provider.`)
			: textFault(converted.fault);
	}
	return {text: converted.text, format: converted.format};
}
