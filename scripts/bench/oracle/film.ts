import {bracketTail, sceneTail} from './description.ts';
import {madeUpTitle, spell} from './made-up-title.ts';
import type {Random} from './random.ts';
import type {MadeUpName, Truth} from './truth.ts';

const editions = ['EXTENDED', 'Unrated', "Director's Cut", 'Remastered', 'Theatrical Cut', 'UNCUT', 'IMAX'];

/** A film: title, year and what describes it, the edition on either side of the year. */
export function madeUpFilm(random: Random): MadeUpName {
	const title = madeUpTitle(random);
	const year = random.int(1930, 2027);
	const separator = random.pick(['.', '.', ' ', '_']);
	const edition = random.chance(15) ? random.pick(editions) : null;
	const truth: Truth = {mode: 'movie', title, year, ...(edition !== null && {edition})};
	const spaced = [` ${year}`, ` (${year})`, ` [${year}]`];
	const dated = random.pick(separator === ' ' ? spaced : [separator + year, separator + year, `${separator}(${year})`]);
	const cut = edition === null ? '' : separator + spell(edition, separator);
	const named = spell(title, separator) + (random.chance(30) ? cut + dated : dated + cut);
	const tail = separator === ' ' && random.chance(35) ? bracketTail(random, true) : sceneTail(random, true, separator);
	const extension = random.chance(10) ? '.mkv' : '';
	return {name: named + tail.text + extension, truth: {...truth, ...tail.truth}};
}
