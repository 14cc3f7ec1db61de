import type {SubtitleKind} from '../media/subtitle.ts';

interface Named {
	/** File name of the video without its extension. */
	stem: string;
	kind: SubtitleKind;
	format: string;
	/** 1, or more when such a name is taken. */
	number: number;
}

/**
 * Name of a subtitle beside its video. Plex wants the language and its marks right before the extension, so a number
 * comes before them; Jellyfin and Kodi read it in either place.
 */
export function subtitleName({stem, kind: {language, forced, hearingImpaired}, format, number}: Named): string {
	const words = [
		stem,
		number > 1 ? String(number) : null,
		spelled(language),
		forced ? 'forced' : null,
		hearingImpaired ? 'hi' : null,
		format,
	];
	return words.filter(word => word !== null).join('.');
}

/** Players know languages with a region as `pt-BR`. */
function spelled(language: string): string {
	const [code = '', region] = language.split('-');
	return region === undefined ? code.toLowerCase() : `${code.toLowerCase()}-${region.toUpperCase()}`;
}
