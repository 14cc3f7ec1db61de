import {guessMode} from '#shared/domain/release/guess-mode.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import type {ParsedTitle} from '#shared/domain/release/parsed-title.ts';
import {type MadeUpName, numbering, type Truth} from './truth.ts';

/** A field of the truth, whether the name was read at all, or the kind that was guessed for it. */
export type Claim = keyof Truth | 'read' | 'kind';

export interface Verdict {
	asserted: Claim[];
	wrong: Claim[];
	/** The wrong claims that would file something under the wrong title, season or episode. */
	dangerous: Claim[];
}

function letters(text: string | null): string {
	return (text ?? '')
		.normalize('NFKD')
		.replace(/[^\p{L}\p{N}]/gu, '')
		.toLowerCase();
}

type Check = (truth: Truth, parsed: ParsedTitle) => boolean;

/** Fields that need more than a comparison for equality. */
const checks: Partial<Record<keyof Truth, Check>> = {
	title: (truth, parsed) => letters(truth.mode === 'tv' ? parsed.titleWithoutYear : parsed.title) === letters(truth.title),
	source: (truth, parsed) => parsed.quality.source === truth.source,
	resolution: (truth, parsed) => parsed.quality.resolution === truth.resolution,
	version: (truth, parsed) => parsed.quality.version === truth.version,
	group: (truth, parsed) => parsed.group?.toLowerCase() === truth.group?.toLowerCase(),
	languages: (truth, parsed) => (truth.languages ?? []).every(language => parsed.languages.includes(language)),
	edition: (truth, parsed) => letters(parsed.edition) === letters(truth.edition ?? null),
};

function isRight(field: keyof Truth, truth: Truth, parsed: ParsedTitle): boolean {
	const check = checks[field];
	if (check) {
		return check(truth, parsed);
	}
	return JSON.stringify(parsed[field as keyof ParsedTitle]) === JSON.stringify(truth[field]); // the other fields are named alike
}

function isDangerous(claim: Claim, parsed: ParsedTitle): boolean {
	return claim === 'kind' || numbering.some(each => each === claim) || (claim === 'title' && parsed.title === '');
}

/** Parses a made-up name in its true mode, and also guesses its kind as if it were unknown. */
export function judge({name, truth, isPath = false}: MadeUpName): Verdict {
	const fields = (Object.keys(truth) as (keyof Truth)[]).filter(field => field !== 'mode'); // its own keys
	const asserted: Claim[] = [...fields, 'read', 'kind'];
	const misjudged: Claim[] = guessMode(name, isPath) === truth.mode ? [] : ['kind'];
	const parsed = parseTitle(name, {mode: truth.mode, isPath});
	if (!parsed) {
		return {asserted, wrong: ['read', ...misjudged], dangerous: misjudged};
	}
	const wrong: Claim[] = [...fields.filter(field => !isRight(field, truth, parsed)), ...misjudged];
	return {asserted, wrong, dangerous: wrong.filter(claim => isDangerous(claim, parsed))};
}
