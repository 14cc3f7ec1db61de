import {bracketTail, sceneTail} from './description.ts';
import {madeUpTitle, spell} from './made-up-title.ts';
import {madeUpNumbering} from './numbering.ts';
import type {Random} from './random.ts';
import {type MadeUpName, nothing} from './truth.ts';

const episodeNames = [
	'The Storm',
	'Old Friends',
	'A Knock at the Door',
	'Pilot',
	'Salt and Rust',
	'And 10 More',
	'Seven Bells',
	'Into the Web',
	'The Long Way Home',
	'12 Angry Gulls',
	'Part of the Family',
];

/** A series: title, number, maybe the name of the episode, and what describes it. */
export function madeUpShow(random: Random): MadeUpName {
	const title = madeUpTitle(random);
	const separator = random.pick(['.', '.', ' ', '_']);
	const {text, truth: told} = madeUpNumbering(random);
	const year = random.chance(10) ? random.int(1970, 2026) : null;
	const dated = year === null ? '' : random.pick(separator === ' ' ? [` ${year}`, ` (${year})`] : [separator + year]);
	const joint = separator === ' ' && random.chance(25) && !/^\d/.test(text) ? ' - ' : separator;
	const named = told.episodes?.length === 1 && random.chance(35) ? separator + spell(random.pick(episodeNames), separator) : '';
	const tail = separator === ' ' && random.chance(25) ? bracketTail(random, false) : sceneTail(random, false, separator);
	return {
		name: spell(title, separator) + dated + joint + spell(text, separator) + named + tail.text,
		truth: {mode: 'tv', title, ...nothing, ...told, ...tail.truth, ...(year !== null && {year})},
	};
}
