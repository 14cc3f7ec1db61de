import type {Cue} from './cue.ts';

/** What is known of the video for which a subtitle was downloaded. */
export interface ExpectedSubtitle {
	/** Length of the video; null when unknown. */
	seconds: number | null;
	/** Only the lines in a foreign language, which may be very few. */
	forced: boolean;
}

/** Cues of a notice, which is shown at the beginning, and sometimes again later. */
const maxNotice = 5;
const notice =
	/\byou (?:have to|need to|must)\b.{0,20}\b(?:log ?in|sign ?in|register)\b|\b(?:download|daily|request|api|hourly)s?\b.{0,30}\b(?:limit|quota)\b|\bvip\b|\bpremium (?:member|account|user)|\bno subtitles? (?:found|available)\b|\bsubtitles? (?:is |are )?(?:currently )?(?:not available|unavailable|no longer available)\b|\badvertise your\b/i;
/** Beside an address these say the same. */
const mild = /\b(?:log ?in|sign ?in|register|subscribe|upgrade|limit|quota|unavailable)\b/i;
const address = /\b(?:https?:\/\/|www\.)\S|\b[a-z\d-]{2,60}\.(?:com|org|net|io|tv|to|me|example)\b/i;

/** A film or an episode with speech has more cues than this; a shorter video may have fewer. */
const maxScarce = 2;
const wholeSeconds = 20 * 60;

/**
 * Why a subtitle is only a placeholder; null when it is none. A notice comes from the provider, about our account or
 * its limits, so it says nothing about the subtitle that was asked for.
 */
export function whyPlaceholder(cues: readonly Cue[], {seconds, forced}: ExpectedSubtitle): {fault: string; isNotice?: true} | null {
	const text = cues.length > maxNotice ? '' : cues.flatMap(({lines}) => lines).join(' ');
	if (notice.test(text) || (address.test(text) && mild.test(text))) {
		return {fault: `it is only a notice (“${text.slice(0, 200)}”)`, isNotice: true};
	}
	const lastMs = Math.max(...cues.map(({end}) => end));
	const covered = Math.max(seconds ?? 0, (lastMs - (cues[0]?.start ?? 0)) / 1000);
	return !forced && cues.length <= maxScarce && covered >= wholeSeconds
		? {fault: `it has ${cues.length === 1 ? 'one line' : `${cues.length} lines`} for a video of ${Math.round(covered / 60)} minutes`}
		: null;
}
