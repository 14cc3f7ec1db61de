import {asianLetters, easternLetters, type LanguageLetters, westernLetters} from './letters.ts';
import {scoreAs, type TextTraits, traitsOf, withWords} from './score-text.ts';

interface EncodingQuestion {
	/** Code of the language that the text should have; any text when nothing is known. */
	language: string;
	/** Other lines of the text, which are the same in every encoding. */
	plain: string;
	/** What a detector makes of the bytes: names in lower case, with 0 to 1. */
	detected: ReadonlyMap<string, number>;
	/** The text that the sample becomes in an encoding. */
	decode(encoding: string): string;
}

interface ChosenEncoding {
	encoding: string;
	/** Above 0 for something that reads like a language. */
	score: number;
}

/** What the expected language and the detector may add to a score. */
const languageWorth = 0.2;
const detectedWorth = 0.15;

const letters = Map.groupBy([...westernLetters, ...easternLetters, ...asianLetters], ({code}) => code);
/** Norwegian has three codes, and Chinese and Portuguese are told apart by region. */
const aliases: Readonly<Record<string, string>> = {nb: 'no', nn: 'no', 'zh-tw': 'zh', 'pt-br': 'pt', 'es-419': 'es'};

/** Reads the text in each encoding and takes the one that reads most like a language. */
export function chooseEncoding({language, plain, detected, decode}: EncodingQuestion): ChosenEncoding {
	const expected = aliases[language] ?? language;
	const around = traitsOf(plain);
	let best: ChosenEncoding = {encoding: 'windows-1252', score: Number.NEGATIVE_INFINITY};
	for (const row of encodingRows) {
		const score =
			scoreOf(row, withWords(traitsOf(decode(row.name)), around), expected) + detectedWorth * (detected.get(row.name) ?? 0) - row.handicap;
		if (score > best.score) {
			best = {encoding: row.name, score};
		}
	}
	return best;
}

function scoreOf({languages}: EncodingRow, traits: TextTraits, expected: string): number {
	const scores = languages
		.flatMap((code): LanguageLetters[] => letters.get(code) ?? [])
		.map(each => scoreAs(traits, each) + (each.code === expected ? languageWorth : 0));
	return Math.max(...scores);
}

/** An encoding, and the languages whose subtitles are found in it. Names are those of iconv-lite. */
interface EncodingRow {
	name: string;
	languages: string[];
	/** Taken off its score: it is rare, so it must fit better than the usual ones. */
	handicap: number;
}

function row(name: string, languages: string, handicap = 0): EncodingRow {
	return {name, languages: languages.split(' '), handicap};
}

const western = 'en id fr de es pt it nl af da no sv fi is ca gl eu ga sq';
const central = 'pl cs sk hu ro hr bs sr sl sq de';
/** The older standards differ from the ones of Windows in a few letters and are rarer. */
const older = 0.02;
/** Encodings of DOS and of old Macintoshes. */
const ancient = 0.3;

/** The usual ones first: of two that fit equally well, the first is taken. */
const encodingRows: readonly EncodingRow[] = [
	row('windows-1252', western),
	row('windows-1250', central),
	row('windows-1251', 'ru uk be bg sr mk'),
	row('windows-1253', 'el'),
	row('windows-1254', 'tr az'),
	row('windows-1255', 'he'),
	row('windows-1256', 'ar fa ur'),
	row('windows-1257', 'et lv lt pl'),
	row('windows-1258', 'vi', 0.05),
	row('windows-874', 'th'),
	row('gb18030', 'zh'),
	row('big5-hkscs', 'zh'),
	row('shift_jis', 'ja'),
	row('euc-jp', 'ja'),
	row('cp949', 'ko'),
	row('iso-8859-2', central, older),
	row('iso-8859-5', 'ru uk be bg sr mk', older),
	row('iso-8859-6', 'ar', older),
	row('iso-8859-7', 'el', 0.005),
	row('iso-8859-9', 'tr', older),
	row('iso-8859-13', 'lv lt et', older),
	row('iso-8859-15', western, older),
	row('koi8-u', 'ru uk be bg'),
	row('cp866', 'ru uk be bg', older),
	row('cp852', central, ancient),
	row('cp850', western, ancient),
	row('macintosh', western, ancient),
];
