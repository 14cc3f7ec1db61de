import type {LanguageProfile} from '../languages/language-profile.ts';
import {type Subtitle, type SubtitleKind, subtitleKindKey} from '../media/subtitle.ts';

export interface CountedTracks {
	/** Tracks of the video count. */
	embedded: boolean;
	/** Pictures count. */
	images: boolean;
}

interface Wanted {
	profile: Pick<LanguageProfile, 'subtitles' | 'subtitleCutoff'>;
	counts: CountedTracks;
	/** Of the file, ISO 639-1; empty when unknown. */
	audioLanguages: readonly string[];
}

export type PresentSubtitle = Pick<Subtitle, 'language' | 'forced' | 'hearingImpaired' | 'source' | 'format'>;

const imageFormats: ReadonlySet<string> = new Set(['dvb', 'pgs', 'vobsub', 'xsub']);

/** Is it made of pictures? They are neither restyled nor read by every player. */
function isImageFormat(format: string | null): boolean {
	return format !== null && imageFormats.has(format);
}

/**
 * What the profile wants and the file lacks, in the profile's order, as `subtitleKindKey` writes it. A subtitle for the
 * hearing-impaired also counts where a usual one is wanted, unless the profile wants both. Forced subtitles only help
 * those who understand the film, so they are missing only where the sound is in their language, or in one unknown.
 */
export function missingSubtitles(list: readonly PresentSubtitle[], {profile, counts, audioLanguages}: Wanted): string[] {
	const {subtitles, subtitleCutoff} = profile;
	const wantedKinds = subtitles.map(({code, ...kind}): SubtitleKind => ({language: code, ...kind}));
	const present = list.filter(
		({source, format}) => (counts.embedded || source !== 'embedded') && (counts.images || !isImageFormat(format)),
	);
	const isMet = (kind: SubtitleKind) => present.some(subtitle => meets(subtitle, kind, wantedKinds));
	if (subtitleCutoff !== null && wantedKinds.some(kind => kind.language === subtitleCutoff && isMet(kind))) {
		return [];
	}
	const isSensible = ({forced, language}: SubtitleKind) =>
		!forced || audioLanguages.length === 0 || audioLanguages.some(spoken => isSame(base(spoken), base(language)));
	return [...new Set(wantedKinds.filter(kind => isSensible(kind) && !isMet(kind)).map(subtitleKindKey))];
}

function meets(subtitle: PresentSubtitle, kind: SubtitleKind, wantedKinds: readonly SubtitleKind[]): boolean {
	if (subtitle.language === null || !isSame(subtitle.language, kind.language) || subtitle.forced !== kind.forced) {
		return false;
	}
	// Forced ones are hardly ever made for the hearing-impaired.
	if (subtitle.hearingImpaired === kind.hearingImpaired || kind.forced) {
		return !kind.hearingImpaired || subtitle.hearingImpaired;
	}
	const wantsBoth = wantedKinds.some(({language, forced, hearingImpaired}) => language === kind.language && !forced && hearingImpaired);
	return subtitle.hearingImpaired && !wantsBoth;
}

const base = (language: string) => language.split('-')[0] ?? language;

/** `no` covers both written forms of Norwegian, and most of what is labelled `no` is Bokmål. */
function isSame(present: string, wanted: string): boolean {
	return present === wanted || (wanted === 'no' && (present === 'nb' || present === 'nn')) || (wanted === 'nb' && present === 'no');
}
