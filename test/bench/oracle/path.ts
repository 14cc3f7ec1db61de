import {sceneTail} from './description.ts';
import {madeUpTitle, spell} from './made-up-title.ts';
import type {Random} from './random.ts';
import {type MadeUpName, nothing} from './truth.ts';

const pad = (number: number) => String(number).padStart(2, '0');

/** A file of a library whose folders contain what its name does not. */
export function madeUpPath(random: Random): MadeUpName {
	const title = madeUpTitle(random).replace(/[?:]/g, '');
	const [season, episode] = [random.int(1, 20), random.int(1, 40)];
	const [s, e] = [pad(season), pad(episode)];
	const folder = random.pick([
		`Season ${season}`,
		`Season ${s}`,
		`Staffel ${season}`,
		`S${s}`,
		`Season ${season} - The Return`,
		`Season ${s} (1080p)`,
	]);
	const {text} = sceneTail(random, false, '.');
	const file = random.pick([
		`${title} - S${s}E${e} - The Storm.mkv`,
		`${e} - The Storm.mkv`,
		`E${e} - The Storm.mkv`,
		`S${s}E${e}.mkv`,
		`Episode ${episode}.mkv`,
		`Ep. ${e} - The Storm.mkv`,
		`${spell(title, '.')}.E${e}${text}.mkv`,
		`${spell(title, '.')}.S${s}E${e}${text}.mkv`,
		`${season}x${e} - The Storm.avi`,
	]);
	return {name: `/media/tv/${title}/${folder}/${file}`, truth: {mode: 'tv', title, ...nothing, season, episodes: [episode]}, isPath: true};
}
