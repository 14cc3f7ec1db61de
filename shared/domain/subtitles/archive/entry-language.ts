import {toSubtitleLanguage} from '../../languages/language-words.ts';

/** What may stand behind the language: `Film.en.hi.srt`, `Film.eng.2.srt`. */
const mark = /^(?:hi|cc|sdh|forced|foreign|full|default|normal|signs|\d{1,2})$/;

/** 2 when the name of an entry says the wanted language, 1 for another region of it, 0 when it says none, else -1. */
export function languageFit(path: string, wanted: string): number {
	const said = languageOf(path);
	if (said === null) {
		return 0;
	}
	const base = (code: string) => code.split('-')[0];
	if (said === wanted) {
		return 2;
	}
	return base(said) === base(wanted) ? 1 : -1;
}

/** The language at the end of the name, or else of a folder: `Film.en.srt`, `2_English.srt`, `pt-BR/Film.srt`. */
function languageOf(path: string): string | null {
	const parts = path.split('/');
	const stem = (parts.at(-1) ?? '').replace(/\.[^.]{1,5}$/, '');
	const words = stem.split(/[\s._()[\]]+/).filter(word => word !== '');
	const last = words.findLast(word => !mark.test(word.toLowerCase())) ?? '';
	return (
		toSubtitleLanguage(last) ??
		parts
			.slice(0, -1)
			.map(toSubtitleLanguage)
			.findLast(code => code !== null) ??
		null
	);
}
