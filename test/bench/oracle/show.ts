import {bracketTail, sceneTail} from './description.ts';
import {disguise} from './disguise.ts';
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
	'The 39 Gulls',
	'Chapter 5',
	'Day 3',
	'100',
	'24 Hours',
	'Part 2',
	'Web of Lies',
	'The German Clock',
	'To 10 Streets',
	'A Proper Goodbye',
	'1984',
	'Ten Past Nine - Part 1',
	'Real Life',
	'Mr. 47',
];

/** A series: its title, a number, possibly the episode's name, and a description. */
export function madeUpShow(random: Random): MadeUpName {
	const title = madeUpTitle(random);
	const separator = random.pick(['.', '.', ' ', '_']);
	const {text, truth: numbering} = madeUpNumbering(random, separator);
	const year = random.chance(10) ? random.int(1970, 2026) : null;
	const behind = year !== null && numbering.airDate === undefined && random.chance(40);
	const dated = year === null ? '' : random.pick(separator === ' ' ? [` ${year}`, ` (${year})`] : [separator + year]);
	const joint = separator === ' ' && random.chance(25) && !/^\d/.test(text) ? ' - ' : separator;
	// A number right after a word would be read as part of it: `11. díl 100`.
	const names = /[\d)\]]$/.test(text) ? episodeNames : episodeNames.filter(name => !/^\d/.test(name));
	const named = numbering.episodes?.length === 1 && random.chance(35) ? separator + spell(random.pick(names), separator) : '';
	const tail = separator === ' ' && random.chance(25) ? bracketTail(random, false) : sceneTail(random, false, separator);
	return disguise(random, {
		name: spell(title, separator) + (behind ? '' : dated) + joint + spell(text, separator) + (behind ? dated : '') + named + tail.text,
		truth: {mode: 'tv', title, ...nothing, ...numbering, ...tail.truth, ...(year !== null && !behind && {year})},
	});
}
