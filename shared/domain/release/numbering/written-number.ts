/** The numbers from one on, in the languages whose releases write them out after the word they count. */
const cardinals = [
	'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
	'une deux trois quatre cinq six sept huit neuf dix',
	'eins zwei drei vier fünf sechs sieben acht neun zehn',
	'uno dos tres cuatro cinco seis siete ocho nueve diez',
	'uma dois três quatro cinco seis sete oito nove dez',
	'uno due tre quattro cinque sei sette otto nove dieci',
];

/** The same as ordinals, which come before the word. English ordinals are handled with the seasons. */
const ordinals = [
	'première deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième',
	'premiere deuxieme troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme',
	'erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte',
	'primera segunda tercera cuarta quinta sexta séptima octava novena décima',
	'primeira segunda terceira quarta quinta sexta sétima oitava nona décima',
	'prima seconda terza quarta quinta sesta settima ottava nona decima',
];

const romans = 'i ii iii iv v vi vii viii ix x xi xii';

function numbered(languages: readonly string[]): ReadonlyMap<string, number> {
	return new Map(languages.flatMap(words => words.split(' ').map((word, at): [string, number] => [word, at + 1])));
}

const values = numbered([...cardinals, romans]);
const ordinalValues = numbered(ordinals);
const anyOf = (words: Iterable<string>) => [...words].toSorted((a, b) => b.length - a.length).join('|');
const cardinal = anyOf(numbered(cardinals).keys());

const seasons = 'seasons?|saisons?|staffeln?|stagion[ei]|temporadas?';
const episodes = 'episodes?|épisodes?|episodi(?:os?|i)?|folgen?|cap[ií]tulos?';
/** A single letter may belong to any word, and Roman numerals are in capitals. */
const roman = '(?-i:I(?=[ ._]?(?:[-&+]|to|and)[ ._]?[IVX])|II|III|IV|V|VI|VII|VIII|IX|XI|XII)';

const behindWord = new RegExp(
	`(?<=(?<![a-z])(?:(?:${seasons})[ ._-]{1,2}))(?:${cardinal}|${roman})(?![\\p{L}\\d])|(?<=(?<![a-z])series[ ._-]{1,2})(?:${cardinal})(?=[ ._,-]{1,3}(?:episode|complete)(?![a-z])|$)|(?<=(?<![a-z])(?:${episodes})[ ._-]{1,2})(?:${cardinal})(?![\\p{L}\\d])`,
	'giu',
);
/** `Seasons 1 to Three`: the last of a list whose first has already become a number. */
const behindNumber = new RegExp(
	`(?<=(?:${seasons}|${episodes})[ ._-]{1,2}\\d{1,2}[ ._]?(?:[&+-]|to|and|through|thru|à|bis|al?|y|e|et|und)[ ._]?)(?:${cardinal}|${roman})(?![\\p{L}\\d])`,
	'giu',
);
const beforeWord = new RegExp(`(?<![\\p{L}\\d])(?:${anyOf(ordinalValues.keys())})(?=[ ._-](?:${seasons})(?!\\p{L}))`, 'giu');

/** A quick check that nearly every name fails. */
const mayBeWritten = new RegExp(
	`(?:${seasons}|series|${episodes})[ ._-]{1,2}[a-zà-ÿ]|[aei][ ._-](?:saison|staffel|stagion|temporada)`,
	'i',
);
/** A name with scene-style numbering does not write numbers out; such words belong to titles. */
const sceneNumbering = /(?<![a-z])s\d{1,4}(?![a-z\d])|s\d{1,4}[ ._]?e\d|\d{1,2}x\d/i;

/**
 * The name with digits in place of a written-out season or episode: `Season Two Episode Six`,
 * `Erste Staffel`, `Season IV`.
 */
export function withDigits(name: string): string {
	if (!mayBeWritten.test(name) || sceneNumbering.test(name)) {
		return name;
	}
	const digits = (word: string) => String(values.get(word.toLowerCase()) ?? word);
	return name
		.replace(behindWord, digits)
		.replace(behindNumber, digits)
		.replace(beforeWord, word => `${ordinalValues.get(word.toLowerCase()) ?? word}ª`);
}

const hanDigits = '零一二三四五六七八九';

/** A number in digits or in Chinese, up to 999: `12`, `四`, `十二`, `二十`, `一百零五`, `一〇五`. */
export function fromHan(written: string): number {
	const plain = written.replaceAll('〇', '零').replaceAll(/[两兩]/g, '二');
	if (/^\d/.test(plain)) {
		return Number(plain);
	}
	const decimal = (digits: string) => [...digits].reduce((value, digit) => value * 10 + hanDigits.indexOf(digit), 0);
	const [, hundreds, below = ''] = /^(?:([^百]*)百)?(.*)$/.exec(plain) ?? [];
	const [tens, ones = ''] = below.includes('十') ? below.split('十') : [null, below];
	return (hundreds === undefined ? 0 : decimal(hundreds || '一') * 100) + (tens === null ? 0 : decimal(tens || '一') * 10) + decimal(ones);
}
