import type {Random} from './random.ts';
import type {Trap} from './truth.ts';

const tempting = [
	...['10x10', '4x4', '1984', '100', '404', '007', '50-50', '20-20', '11-22-63', '13 - 7', '12 Gulls', '24 Hours', '3 of a Kind'],
	...["Season's Greetings", 'Seasons of Love', 'Season Premiere', 'Season Finale', 'The Complete Gull', 'Catch-22', 'Zero to 60'],
	...['Room 1408', 'Area 51', 'Chapter 12', 'T-10', 'Part 2', 'Day 100', '9 to 5', '1-2-3 Go', 'Top 10-1', '4.5', 'Pilot (1)', '12 of 12'],
];

/** Names of episodes that begin with a number or hold another one. */
export function namedEpisodes({pick, int}: Random): Trap {
	const [season, number] = [int(2, 9), int(5, 9)];
	const [s, e] = [`0${season}`, `0${number}`];
	const title = pick(['Kiiroi Todai', 'Saltmarsh', 'Quiet Anchor']);
	const name = pick(tempting);
	const tail = pick([' [1080p]', ' (720p)', '.mkv']);
	const [written, meant] = pick<[string, number | null]>([
		[`[LANT] ${title} - ${e} - ${name} [1080p]`, null],
		[`[LANT] ${title} S${season} - ${e} - ${name} [1080p]`, season],
		[`${title} - S${s}E${e} - ${name}${tail}`, season],
		[`${title} - ${season}x${e} - ${name}${tail}`, season],
		[`${title} Season ${season} Episode ${number} - ${name}${tail}`, season],
		[`${title} ${season} сезон ${number} серия - ${name}${tail}`, season],
		[`${title} ${season}.Sezon ${number}.Bolum ${name}${tail}`, season],
		[`/data/tv/${title}/Season ${season}/${e} - ${name}.mkv`, season],
		[`/data/tv/${title}/Season ${season}/S${s}E${e} - ${name}.mkv`, season],
		[`/data/done/${title}.S${s}.1080p/${e} ${name}.mkv`, season],
	]);
	return {name: written, isPath: written.startsWith('/'), meant: {season: meant, numbers: [number]}};
}
