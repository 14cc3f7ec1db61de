import {asianLetters} from './asian-letters.ts';
import {easternLetters} from './eastern-letters.ts';
import {type EncodingRow, encodingRows} from './encodings.ts';
import type {LanguageLetters} from './language-letters.ts';
import {scoreAs} from './score-text.ts';
import {type TextTraits, traitsOf, withWords} from './text-traits.ts';
import {westernLetters} from './western-letters.ts';

export interface EncodingQuestion {
	/** Code of the language that the text should have; any text when nothing is known. */
	language: string;
	/** Other lines of the text, which are the same in every encoding. */
	plain: string;
	/** What a detector makes of the bytes: names in lower case, with 0 to 1. */
	detected: ReadonlyMap<string, number>;
	/** The text that the sample becomes in an encoding. */
	decode(encoding: string): string;
}

export interface ChosenEncoding {
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
