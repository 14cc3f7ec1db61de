import test from 'ava';
import {namedLanguages, toSubtitleLanguage} from '#shared/domain/languages/language-words.ts';
import {languageCodes, subtitleLanguages} from '#shared/domain/languages/subtitle-languages.ts';
import {readTags, readTrackTags} from '#shared/domain/languages/subtitle-tags.ts';

/** `en`, `en forced`, `- hi`. */
function shown({language, forced, hearingImpaired}: ReturnType<typeof readTags>): string {
	return [language ?? '-', ...(forced ? ['forced'] : []), ...(hearingImpaired ? ['hi'] : [])].join(' ');
}

const rows: Record<string, string> = {
	'': '-',
	'.en': 'en',
	'.eng.forced': 'en forced',
	'.pt-BR.sdh': 'pt-br hi',
	'.en-US.cc': 'en hi',
	'.English': 'en',
	'.zh-Hans': 'zh',
	'.zh-Hant': 'zh-tw',
	'.zho': 'zh',
	'.chi': 'zh',
	'.chs': 'zh',
	'.cht': 'zh-tw',
	'.sc': 'zh',
	'.kr': 'ko',
	'.vff': 'fr',
	'.VFQ.forced': 'fr forced',
	'.vostfr': 'fr',
	'.English (not for hearing impaired)': 'en',
	'.en.Hard of Hearing': 'en hi',
	'.zh.tw': 'zh-tw',
	'.pt.br': 'pt-br',
	'.pob': 'pt-br',
	'.br': 'br',
	'.Portuguese (Brazil)': 'pt-br',
	'.Brazilian': 'pt-br',
	'.es-MX': 'es-419',
	'.es-ES': 'es',
	'.Latin American Spanish': 'es-419',
	'.lat': 'la',
	'.sr-Latn': 'sr',
	'.en-GB': 'en',
	_track3_eng: 'en',
	'_track4_[eng]': 'en',
	'.Track02.spa': 'es',
	'.en-orig': 'en',
	'.en.closedcaptions': 'en hi',
	'.Brazilian.por': 'pt-br',
	'.Latin American.spa': 'es-419',
	'.Spanish.(Latin.America)': 'es-419',
	'.Traditional.chi': 'zh-tw',
	'.Simplified.chi': 'zh',
	'.spl': 'es-419',
	'.American.eng': 'en',
	'.Latin': 'la',
	'.default.en': 'en',
	'.en.2': 'en',
	'.en(1)': 'en',
	'.forced': '- forced',
	'.sdh': '- hi',
	_eng: 'en',
	'-de': 'de',
	' (French, forced)': 'fr forced',
	'.[ger]': 'de',
	'.2_English': 'en',
	'.Français': 'fr',
	'.Franc\u0327ais': 'fr',
	'.Norsk bokmål': 'nb',
	'.中文': 'zh',
	'.chs&eng': 'zh',
	'.hi': 'hi',
	'.hi.forced': 'hi forced',
	'.en.hi': 'en hi',
	'.hi.en': 'en hi',
	'.hi.hi': 'hi hi',
	'.Hindi.sdh': 'hi hi',
	'.en.Signs & Songs': 'en forced',
	".Director's Commentary.en": '-',
	'.This is it': '-',
	'.no more': '-',
	'.en.Non-forced': 'en',
	'.no.forced': 'no forced',
	'.und': '-',
	'.xx': '-',
	'.en.srt': 'en',
	[`.${'a'.repeat(5000)}.en`]: 'en',
};
for (const [text, expected] of Object.entries(rows)) {
	test(`what follows a video's name is read: ${text.slice(0, 40)}`, t => {
		t.is(shown(readTags(text)), expected);
		t.is(shown(readTags(text.toUpperCase())), expected);
	});
}

test('every language is known by its codes and names, and each stands for one language', t => {
	t.deepEqual(
		namedLanguages.map(({code}) => code),
		[...languageCodes],
	);
	for (const {code, longCodes, names} of namedLanguages) {
		for (const word of [...(['kr', 'sc'].includes(code) ? [] : [code]), ...longCodes, ...names]) {
			t.is(readTags(`.${word}`).language, code, word);
		}
	}
	for (const code of subtitleLanguages) {
		t.is(toSubtitleLanguage(code), code);
	}
});

test('a track is read by its language and its title', t => {
	const tracks: [language: string, title: string, expected: string][] = [
		['en', '', 'en'],
		['pt', 'Brazilian', 'pt-br'],
		['pt-BR', '', 'pt-br'],
		['zh', 'Traditional', 'zh-tw'],
		['zh', 'Simplified', 'zh'],
		['es', 'Español (Latinoamérica)', 'es-419'],
		['en', 'English [SDH]', 'en hi'],
		['en', 'HI', 'en hi'],
		['en', 'English for the Hard of Hearing', 'en hi'],
		['en', 'English (Not for the Hearing-Impaired)', 'en'],
		['', 'VFF', 'fr'],
		['', 'Hard sub', '-'],
		['en', 'Full (non-SDH)', 'en'],
		['zh', 'Chinese (Hong Kong)', 'zh-tw'],
		['hi', 'Hindi', 'hi'],
		['en', 'Signs & Songs', 'en forced'],
		['', 'Deutsch (Forced)', 'de forced'],
		['en', 'Commentary by the director', '-'],
		['es', 'Comentario del director', '-'],
		['zh-CHS', '', 'zh'],
		['zh-CHT', '', 'zh-tw'],
		['fr', 'Français (Forcé)', 'fr forced'],
		['en', 'The Force', 'en'],
		['es', 'Forzados', 'es forced'],
		['de', 'Erzwungen', 'de forced'],
		['pt-BR', 'Forçada', 'pt-br forced'],
		['it', 'Forzati', 'it forced'],
		['fr', 'Sourds et malentendants', 'fr hi'],
		['de', 'Gehörlose', 'de hi'],
		['it', 'Non udenti', 'it hi'],
		['es', 'Para sordos', 'es hi'],
		['nl', 'Doven en slechthorenden', 'nl hi'],
		['und', 'Untitled', '-'],
	];
	for (const [language, title, expected] of tracks) {
		t.is(shown(readTrackTags({language, title})), expected, `${language} ${title}`);
	}
});
