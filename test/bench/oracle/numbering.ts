import {dottedForms, spelledForms} from './numbering-spelled.ts';
import type {Random} from './random.ts';
import type {Piece} from './truth.ts';

const pad = (number: number, width = 2) => String(number).padStart(width, '0');
const run = (from: number, to: number) => Array.from({length: to - from + 1}, (_, index) => from + index);

/** How a number is written; spaces are replaced by the separator of the name. */
type Form = (random: Random) => Piece;

function single({pick, int}: Random): Piece {
	const [season, episode] = [int(1, 24), int(1, 60)];
	const [s, e] = [pad(season), pad(episode)];
	const text = pick([
		`S${s}E${e}`,
		`S${s}E${e}`,
		`s${s}e${e}`,
		`S${season}E${episode}`,
		`S${s} E${e}`,
		`S${s}EP${e}`,
		`${season}x${e}`,
		`[${season}x${e}]`,
		`[S${s}E${e}]`,
		`(S${s}E${e})`,
		`Season ${season} Episode ${episode}`,
		`Staffel ${season} Folge ${episode}`,
		`Saison ${season} Episode ${e}`,
		`${season}. Sezon ${episode}. Bölüm`,
		`T${s}E${e}`,
	]);
	return {text, truth: {season, episodes: [episode]}};
}

function several({pick, int, chance}: Random): Piece {
	const [season, from] = [int(1, 12), int(1, 40)];
	const to = from + (chance(60) ? 1 : int(2, 12));
	const [s, first, last] = [pad(season), pad(from), pad(to)];
	const spans = [
		`S${s}E${first}-E${last}`,
		`S${s}E${first}-${last}`,
		`S${s}E${first}~${last}`,
		`S${s}E${first} - E${last}`,
		`${season}x${first}-${last}`,
		`S${s}E${first}-S${s}E${last}`,
		`S${s}E${first} to E${last}`,
	];
	const neighbours = [
		`S${s}E${first}E${last}`,
		`S${s}E${first} E${last}`,
		`${season}x${first}x${last}`,
		`S${s}E${first}+E${last}`,
		`S${s}E${first}&${last}`,
	];
	return {text: pick(to === from + 1 ? [...spans, ...neighbours] : spans), truth: {season, episodes: run(from, to)}};
}

function pack({pick, int}: Random): Piece {
	const season = int(1, 24);
	const s = pad(season);
	const words = ['Season', 'Staffel', 'Saison', 'Stagione', 'Temporada'].map(word => `${word} ${season}`);
	const text = pick([`S${s}`, `S${s}`, `S${s} COMPLETE`, `Season ${s} Complete`, `Complete Season ${season}`, `${season} сезон`, ...words]);
	return {text, truth: {season, fullSeason: true}};
}

function severalSeasons({pick, int}: Random): Piece {
	const from = int(1, 8);
	const to = from + int(1, 9);
	const text = pick([
		`S${pad(from)}-S${pad(to)}`,
		`S${pad(from)}-${pad(to)}`,
		`S${pad(from)} - S${pad(to)}`,
		`Seasons ${from}-${to}`,
		`Season ${from}-${to}`,
		`Seasons ${from} to ${to}`,
		`Staffel ${from}-${to}`,
		`Saisons ${from} à ${to}`,
	]);
	return {text, truth: {season: from, fullSeason: true, multiSeason: true}};
}

function daily({pick, int, chance}: Random): Piece {
	const [year, month, day] = [int(2005, 2027), int(1, 12), int(13, 28)];
	const joint = pick(['.', '-', ' ']);
	const text = (chance(80) ? [year, pad(month), pad(day)] : [pad(day), pad(month), year]).join(joint);
	return {text, truth: {airDate: `${year}-${pad(month)}-${pad(day)}`}};
}

function special({int}: Random): Piece {
	const episode = int(1, 20);
	return {text: `S00E${pad(episode)}`, truth: {season: 0, episodes: [episode]}};
}

function part({pick, int}: Random): Piece {
	const [season, number] = [int(1, 9), int(1, 3)];
	const text = pick([`S${pad(season)} Part ${number}`, `S${pad(season)}D${pad(number)}`, `S${pad(season)} Vol ${number}`]);
	return {text, truth: {season, partialSeason: true, fullSeason: false}};
}

function soFar({pick, int}: Random): Piece {
	const [season, all] = [int(1, 9), int(6, 24)];
	const to = int(2, all - 1);
	const text = pick([`S${season}E1-${to} of ${all}`, `Season ${season} Episodes 1-${to}`]);
	return {text, truth: {season, episodes: run(1, to)}};
}

const forms: readonly Form[] = [single, single, single, single, several, several, pack, pack, severalSeasons, daily, special, part, soFar];

/** One of the ways in which a release of a series names its episodes. */
export function madeUpNumbering(random: Random, separator: string): Piece {
	const spelled = separator === '_' ? spelledForms : dottedForms;
	return random.pick(random.chance(30) ? spelled : forms)(random);
}
