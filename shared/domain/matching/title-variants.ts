import {foldTitle} from '../release/clean-title.ts';

const numerals = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const counted = '(?<=(?<!\\p{L})(?:part|chapter|volume|vol|book)[\\s._]{1,2})';
const numeral = new RegExp(`${counted}(?:${numerals.join('|')})(?!\\p{L})`, 'giu');
const figure = new RegExp(`${counted}(?:[1-9]|10)(?!\\d)`, 'giu');

/** Folding turns every Roman number but this one into figures. */
const romanFirst = new RegExp(`${counted}(?-i:I)(?!\\p{L})`, 'giu');
const first = new RegExp(`${counted}(?:1|one)(?![\\p{L}\\d])`, 'giu');

/** Words and their short forms, which begin a title or stand in it. */
const shortened: Readonly<Record<string, string>> = {doctor: 'dr', mister: 'mr', saint: 'st', mount: 'mt'};
const lengthened = Object.fromEntries(Object.entries(shortened).map(([long, short]) => [short, long]));
const wholeWord = (words: Readonly<Record<string, string>>) =>
	new RegExp(`(?<![^\\s._])(?:${Object.keys(words).join('|')})(?=\\.?[\\s._])`, 'gi');
const [longWord, shortWord] = [wholeWord(shortened), wholeWord(lengthened)];

/** Pairs of spellings that mean the same, each way on its own. */
const rules: readonly ((title: string) => string)[] = [
	title => title.replace(romanFirst, '1'),
	title => title.replace(numeral, word => String(numerals.indexOf(word.toLowerCase()) + 1)),
	title => title.replace(figure, digits => numerals[Number(digits) - 1] ?? digits),
	title => title.replace(first, 'I'),
	title => title.replace(/(?<=[\s._])vs(?=\.?[\s._])/gi, 'versus'),
	title => title.replace(/(?<=[\s._])versus(?=[\s._])/gi, 'vs'),
	title => title.replace(/[\s._]and[\s._]a[\s._]half(?!\p{L})/giu, '½'),
	title => title.replace(/½/g, ' and a half'),
	title => title.replace(/(?<=\S)[\s._]+['’]?n['’]?[\s._]+(?=\S)/gi, ' and '),
	title => title.replace(/(?<=\S)[\s._]+(?:and|&)[\s._]+(?=\S)/gi, ' n '),
	title => title.replace(longWord, word => shortened[word.toLowerCase()] ?? word),
	title => title.replace(shortWord, word => lengthened[word.toLowerCase()] ?? word),
	// Folding keeps an article behind a bracket, as in `Lamp or (The Quay)`, and drops it behind a dash.
	title => title.replace(/(?<=[\p{L}\p{N}][\s._])(?=(?:the|an?)[\s._])/giu, '('),
	title => title.replace(/(?<=(?<![\p{L}\p{N}])(?:\d{1,2}|[ivx]{1,4})[\s._])(?=an?[\s._])/giu, '- '),
];
const mayHaveOther =
	/(?:part|chapter|vol(?:ume)?|book)[\s._]{1,2}[\da-z]|[\s._](?:vs|versus|n|and|&|the|an?)[\s._]|['’]n['’]|½|and[\s._]a[\s._]half|(?<![^\s._])(?:dr|doctor|mr|mister|st|saint|mt|mount)[\s._]/i;

/** More than any title needs. */
const maxSpellings = 16;

/** Other ways to write a title: `Part One` and `Part 1`, `vs` and `versus`, `½` and `and a half`. */
export function otherSpellings(title: string): string[] {
	if (!mayHaveOther.test(title)) {
		return [];
	}
	const known = new Set([title]);
	for (const rule of rules) {
		for (const spelling of [...known]) {
			if (known.size < maxSpellings) {
				known.add(rule(spelling));
			}
		}
	}
	known.delete(title);
	return [...known];
}

const digraph = /ae|oe|ue|aa/g;
/** Each doubles the number of keys. */
const maxDigraphs = 5;

/** Folded titles in which some of `ae`, `oe`, `ue` and `aa` stand for one letter: `brucke` for `bruecke`. */
export function keysWithMarks(title: string): string[] {
	const key = foldTitle(title);
	const found = [...key.matchAll(digraph)].slice(0, maxDigraphs);
	let keys = [key];
	for (const {index} of found.toReversed()) {
		keys = keys.flatMap(each => [each, each.slice(0, index + 1) + each.slice(index + 2)]);
	}
	return keys.filter(each => each !== key);
}

const marked: Readonly<Record<string, string>> = {ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', æ: 'ae', œ: 'oe'};

function spelledOut(lower: string): string {
	return lower.replace(/[äöüåøæœ]/g, letter => marked[letter] ?? letter);
}

/** Is this the spelling of a title whose letters with marks are written as two? `å` may also be a plain `a`. */
export function isSpelledOut(title: string, text: string): boolean {
	const lower = text.toLowerCase().normalize('NFC');
	const key = foldTitle(title);
	return [lower, lower.replaceAll('å', 'a')].some(each => spelledOut(each) !== lower && foldTitle(spelledOut(each)) === key);
}

const country = /^(?<title>.*[^\s._(])[\s._]+(?:\((?<inside>[A-Z]{2,3})\)|(?<bare>USA?|UK|AU|NZ|CA|IE))$/s;
const codes: Readonly<Record<string, string>> = {UK: 'GB', USA: 'US'};

/** `Title (US)`, `Title UK`: the title without its country, and the country's code (ISO 3166-1). */
export function splitCountry(title: string): {title: string; country: string} | null {
	const {title: rest, inside, bare} = country.exec(title)?.groups ?? {};
	const code = inside ?? bare;
	return rest === undefined || code === undefined ? null : {title: rest, country: codes[code] ?? code};
}
