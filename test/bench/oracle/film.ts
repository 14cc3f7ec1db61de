import {bracketTail, sceneTail} from './description.ts';
import {disguise} from './disguise.ts';
import {madeUpTitle, spell} from './made-up-title.ts';
import type {Random} from './random.ts';
import type {MadeUpName, Truth} from './truth.ts';

const editions = ['EXTENDED', 'Unrated', "Director's Cut", 'Remastered', 'Theatrical Cut', 'UNCUT', 'IMAX'];

/** Title, year and description of a film, with the edition before or after the year. */
function dated(random: Random): MadeUpName {
	const title = madeUpTitle(random);
	const year = random.int(1930, 2027);
	const separator = random.pick(['.', '.', ' ', '_']);
	const edition = random.chance(15) ? random.pick(editions) : null;
	const truth: Truth = {mode: 'movie', title, year, ...(edition !== null && {edition})};
	const spaced = [` ${year}`, ` (${year})`, ` [${year}]`];
	const written = random.pick(separator === ' ' ? spaced : [separator + year, separator + year, `${separator}(${year})`]);
	const cut = edition === null ? '' : separator + spell(edition, separator);
	const named = spell(title, separator) + (random.chance(30) ? cut + written : written + cut);
	const tail = separator === ' ' && random.chance(35) ? bracketTail(random, true) : sceneTail(random, true, separator);
	const extension = random.chance(10) ? '.mkv' : '';
	return disguise(random, {name: named + tail.text + extension, truth: {...truth, ...tail.truth}});
}

/** `Title (2019) [1080p] [BluRay] [5.1] [YTS.MX]`. */
function boxed(random: Random): MadeUpName {
	const [title, year] = [madeUpTitle(random), random.int(1930, 2027)];
	const lines = random.pick([720, 1080, 2160]);
	return {
		name: `${title} (${year}) [${lines}p] [${random.pick(['BluRay', 'BluRay', 'WEBRip'])}] [5.1] [YTS.MX]`,
		truth: {mode: 'movie', title, year, resolution: lines, group: 'YTS.MX'},
	};
}

/** German groups leave the year out. */
function undated(random: Random): MadeUpName {
	const title = madeUpTitle(random);
	const {text, truth} = sceneTail(random, true, '.');
	return {name: `${spell(title, '.')}.German.DL${text}`, truth: {mode: 'movie', title, ...truth, languages: ['german']}};
}

/** A folder of a library: `Title (2019) {tmdb-4711}`. */
function shelved(random: Random): MadeUpName {
	const [title, year, id] = [madeUpTitle(random), random.int(1930, 2027), random.int(2, 999_999)];
	const tail = random.chance(50) ? bracketTail(random, true) : {text: '', truth: {}};
	return {name: `${title} (${year}) {tmdb-${id}}${tail.text}`, truth: {mode: 'movie', title, year, ...tail.truth, tmdbId: id}};
}

/** Films may have parts, sequels and alternative titles. */
function numbered(random: Random): MadeUpName {
	const title = `${madeUpTitle(random)} ${random.pick(['Part 2', 'Part II', 'Part One', 'Chapter 3', 'Vol. 2', 'AKA The Other Tide', '3D', 'The Movie'].slice(0, 6))}`;
	const year = random.int(1930, 2027);
	const separator = random.pick(['.', ' ']);
	const {text, truth} = sceneTail(random, true, separator);
	return {name: `${spell(title, separator)}${separator}${year}${text}`, truth: {mode: 'movie', title, year, ...truth}};
}

const writers = [dated, dated, dated, dated, dated, boxed, undated, shelved, numbered];

/** A film, named in one of the ways that release groups use. */
export function madeUpFilm(random: Random): MadeUpName {
	return random.pick(writers)(random);
}
