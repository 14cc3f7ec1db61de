import type {Random} from './random.ts';
import type {Piece} from './truth.ts';

const pad = (number: number) => String(number).padStart(2, '0');
const run = (from: number, to: number) => Array.from({length: to - from + 1}, (_, index) => from + index);

function spanish({pick, int}: Random): Piece {
	const [season, episode] = [int(1, 19), int(1, 30)];
	const cap = `${season}${pad(episode)}`;
	return {
		text: pick([`[Cap.${cap}]`, `Cap.${cap}`, `Temporada ${season} [Cap.${cap}]`, `Temporada ${season} Cap ${episode}`]),
		truth: {season, episodes: [episode]},
	};
}

function slavic({pick, int}: Random): Piece {
	const [season, episode] = [int(1, 9), int(1, 20)];
	const text = pick([
		`${season} сезон ${episode} серия`,
		`Сезон ${season} Серия ${episode}`,
		`${season}-й сезон ${episode}-я серия`,
		`S${season}E${episode} из ${episode + int(1, 9)}`,
		`sezon ${season} odcinek ${episode}`,
		`${season}. série ${episode}. díl`,
	]);
	return {text, truth: {season, episodes: [episode]}};
}

function list({pick, int}: Random): Piece {
	const [season, from] = [int(1, 9), int(1, 9)];
	const to = from + int(1, 12);
	const text = pick([
		`(Сезон ${season}, серии ${from}-${to})`,
		`${season} сезон: ${from}-${to} серии`,
		`Season ${season} Episodes ${from}-${to}`,
		`Temporada ${season} Cap ${from} al ${to}`,
		`Stagione ${season} e${pad(from)}-${pad(to)}`,
		`Staffel ${season} Folge ${from}-${to}`,
		`Saison ${season} Episodes ${from} à ${to}`,
	]);
	return {text, truth: {season, episodes: run(from, to)}};
}

function apart({pick, int}: Random): Piece {
	const [season, episode] = [int(1, 9), int(1, 40)];
	const text = pick([
		`Stagione ${season} [1080p] ep${pad(episode)}`,
		`Season ${season} [720p] E${pad(episode)}`,
		`Saison ${season} 1080p Episode ${episode}`,
		`Season ${season} - Episode ${pad(episode)}`,
		`Series ${season} Episode ${episode}`,
	]);
	return {text, truth: {season, episodes: [episode]}};
}

/** Miniseries have a single season and do not name it. */
function seasonless({pick, int}: Random): Piece {
	const from = int(1, 30);
	const to = from + int(1, 4);
	const [text, last] = pick<[string, number]>([
		[`E${pad(from)}`, from],
		[`E${pad(from)}-E${pad(to)}`, to],
		[`E${pad(from)}E${pad(from + 1)}`, from + 1],
		[`${from}of${from + int(1, 5) + 2}`, from],
	]);
	return {text, truth: {season: 1, episodes: run(from, last)}};
}

function counted({pick, int}: Random): Piece {
	const number = int(100, 1400);
	return {text: pick([`E${number}`, `Episode ${number}`, `EP${number}`, `Folge ${number}`]), truth: {absoluteEpisodes: [number]}};
}

function three({pick, int}: Random): Piece {
	const [season, from] = [int(1, 9), int(1, 30)];
	const [a, b, c] = [pad(from), pad(from + 1), pad(from + 2)];
	const s = pad(season);
	return {
		text: pick([`S${s}E${a}E${b}E${c}`, `S${s}E${a}-E${b}-E${c}`, `S${s}E${a}-${b}-${c}`, `${season}x${a}x${b}x${c}`]),
		truth: {season, episodes: run(from, from + 2)},
	};
}

function dated({pick, int}: Random): Piece {
	const [from, year] = [int(1, 3), int(1980, 2015)];
	const to = from + int(2, 6);
	const text = pick([
		`S0${from}-S0${to} (${year}-${year + 6})`,
		`Seasons ${from}-${to} Complete`,
		`Season ${from} - ${to} (${year}-${year + 6})`,
		`S0${from} to S0${to}`,
	]);
	return {text, truth: {season: from, fullSeason: true, multiSeason: true}};
}

/** Words in many languages, lists and counts. */
export const spelledForms: readonly ((random: Random) => Piece)[] = [spanish, slavic, list, apart, counted, three, dated];

/** Between underscores, such a number is an absolute episode number. */
export const dottedForms = [...spelledForms, seasonless];
