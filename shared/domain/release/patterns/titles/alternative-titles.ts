import {isForeign, splitScripts, splitTail} from './two-scripts.ts';

const alsoKnownAs = /[ ._]?[([]?(?<![a-z])(?:aka|a\.k\.a\.?)(?![a-z])[ ._]+|[ ._]\/[ ._]/i;
/** A quick check that nearly every title fails. */
const mayHaveMore = /[/|]|a\.?k\.?a/i;
const slashed = /[ ._]\/[ ._]/;
const slash = /(?<=[^\d\s]\s?)[ )\]][/|](?=[ ([])/;

/** The parts of `One AKA Two` and `One / Two`; any other title is its own only part. */
export function splitAlternatives(title: string): string[] {
	if (!mayHaveMore.test(title) || (!alsoKnownAs.test(title) && !slash.test(title))) {
		return [title];
	}
	return title
		.split(alsoKnownAs)
		.flatMap(part => part.split(slash))
		.map(part => part.replace(/[\s)\]]+$/, ''))
		.filter(part => part.trim() !== '');
}

/** `Title (Second Title)`. When a word leads into the brackets or they number a part, they belong to the title. */
const secondInBrackets =
	/^(?<first>.*[^ ._](?<!(?:^|[ ._])(?:and|or|of|the|&)))[ ._]*[([](?!(?:aka|part|pt|vol|chapter|teil|book|episode)(?![a-z])|[^()[\]]*(?:(?:dub|sub)s?[)\]]|字幕|中字|双语|国语|國語|配音))(?<second>(?=[^()[\]]*\p{L}{3})[^()[\]]{4,80})[)\]][ ._]*$/iu;
const known = /a\.?k\.?a/i;

/** Libraries use a film's Latin title if it has one. */
function latinFirst(titles: string[]): string[] {
	return titles.toSorted((a, b) => Number(isForeign(a)) - Number(isForeign(b)));
}

const directors = /^\([^()]*\p{Script=Cyrillic}[^()]*\)?[ ._]*$/u;

/** Russian postings put the directors after the titles: `Один / One (Имя Фамилия)`. */
function withoutDirectors(raw: string): string {
	const open = raw.lastIndexOf('(');
	return open > 0 && slashed.test(raw.slice(0, open)) && directors.test(raw.slice(open)) ? raw.slice(0, open).trimEnd() : raw;
}

/** All titles of a film: the main one first, then the others in the name. */
export function movieTitles(written: string): string[] {
	const raw = withoutDirectors(written);
	const parts = splitAlternatives(raw);
	if (parts.length > 1) {
		return known.test(raw) ? [raw, ...parts] : latinFirst(parts);
	}
	const {first, second} = /[([]/.test(raw) ? (secondInBrackets.exec(raw)?.groups ?? {}) : {};
	if (first !== undefined && second !== undefined) {
		return latinFirst([first, second]);
	}
	const scripts = splitScripts(raw) ?? splitTail(raw);
	return scripts ? [scripts.latin, scripts.foreign] : [raw];
}
