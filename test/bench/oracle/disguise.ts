import type {Random} from './random.ts';
import type {MadeUpName} from './truth.ts';

const sites = ['www.lampbox.org - ', '[ www.lampbox.com ] - ', 'lampbox.net - ', 'kinolamp7.fi - '];
/** What posters and sites append to a group. */
const additions = ['-Obfuscated', '-postbot', '-xpost', '[rartv]', '[eztv]', '-AsRequested', ' [www.lampbox.org]'];

/** The same release as others pass it on: with a site in front, a note after the group, or all letters in one case. */
export function disguise(random: Random, made: MadeUpName): MadeUpName {
	const signed = made.truth.group !== undefined && !made.name.endsWith('.mkv');
	const name = signed && random.chance(6) ? made.name + random.pick(additions) : made.name;
	if (random.chance(4)) {
		return {...made, name: random.pick(sites) + name};
	}
	if (random.chance(5)) {
		return {...made, name: name.toLowerCase()};
	}
	return random.chance(2) ? {...made, name: name.toUpperCase()} : {...made, name};
}
