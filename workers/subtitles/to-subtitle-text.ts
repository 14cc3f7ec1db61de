import type {SubtitleCriteria} from '#shared/domain/subtitles/found-subtitle.ts';
import {Unavailable} from '#shared/errors.ts';
import type {SentSubtitle} from '../integrations/subtitles/subtitle-provider.ts';

export interface SubtitleText {
	/** With `\n` line ends and no byte order mark. */
	text: string;
	format: 'srt' | 'ass' | 'vtt';
}

/**
 * Turns what a provider or a person sent into the text of one subtitle: unpacks archives, chooses the entry that fits,
 * detects the encoding. Throws Invalid `subtitle_unreadable` or `subtitle_archive` with the reason.
 */
export async function toSubtitleText(
	sent: SentSubtitle,
	_wanted: Pick<SubtitleCriteria, 'episode' | 'releaseName'> & {language: string},
	_options: {format: 'original' | 'srt'; frameRate: number | null},
): Promise<SubtitleText> {
	throw new Unavailable('not_built', sent.name);
}
