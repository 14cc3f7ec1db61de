export const textFormats = ['srt', 'vtt', 'ass', 'frames', 'tenths', 'beginnings', 'pairs'] as const;
export type TextFormat = (typeof textFormats)[number];

/** Lines that are looked at; some files begin with pages of comments. */
const lookLines = 2000;

const signs: readonly [TextFormat, RegExp][] = [
	['ass', /^\s{0,5}\[(?:script info|v4\+? styles|events)\]\s*$/i],
	['srt', /\d{1,2}\s?:\s?\d{1,2}(?:\s?[,.:;]\s?\d{1,3})?\s{0,5}(?:-{1,3}|[–—]|- -)\s?>{1,2}\s{0,5}\d/],
	['frames', /^\s?\{\d{1,8}\}\{\d{0,8}\}/],
	['tenths', /^\s?\[\d{1,7}\]\[\d{1,7}\]/],
	['pairs', /^\s?\d{1,2}:\d{2}:\d{2}\.\d{2,3},\d{1,2}:\d{2}:\d{2}\.\d{2,3}\s*$/],
	['beginnings', /^\s?\d{1,2}:\d{2}:\d{2}[:=]./],
];

/** The format of a subtitle by what is in it; null when it is none that we know. */
export function sniffFormat(lines: readonly string[]): TextFormat | null {
	const first = lines.find(line => line.trim() !== '') ?? '';
	if (/^WEBVTT(?:\s|$)/.test(first)) {
		return 'vtt';
	}
	for (const line of lines.slice(0, lookLines)) {
		const found = signs.find(([, sign]) => sign.test(line.slice(0, 200)));
		if (found) {
			return found[0];
		}
	}
	return null;
}
