import {madeUpTitle, romaji, spell} from './made-up-title.ts';
import type {Random} from './random.ts';
import {namedEpisodes} from './trap-episodes.ts';
import {filmTraps} from './trap-films.ts';
import {chineseCounts, easternCounts, japaneseAndKorean, looseCounts, otherDigits} from './trap-scripts.ts';
import type {Trap} from './truth.ts';

type Writer = (random: Random) => Trap;

const pad = (number: number, width = 2) => String(number).padStart(width, '0');
const dashes = ['-', '-', '–', '—', '‐', '―'];
const brackets: readonly [string, string][] = [
	['[', ']'],
	['(', ')'],
];

const ordinalOf = (season: number) => `${season}${['th', 'st', 'nd', 'rd'][season] ?? 'th'}`;
const han = '零一二三四五六七八九十';

function picture({pick, chance}: Random): string {
	const words = pick([
		'1080p',
		'720p',
		'1080p x265',
		'1080p HEVC',
		'720p AAC',
		'WEB 1080p',
		'BD 1080p FLAC',
		'1920x1080 HEVC AAC',
		'WebRip 1080p HEVC-10bit AAC',
	]);
	const [open, close] = pick(brackets);
	const hash = chance(40) ? pick([' [9A1B2C3D]', '[0B77C0DE]']) : '';
	return `${open}${words}${close}${hash}`;
}

function ending({pick}: Random): string {
	return pick(['', '', '.mkv', '.mp4']);
}

function group({pick, chance}: Random): string {
	return chance(70) ? pick(['[Tarnsubs] ', '[LANT] ', '[NW-Raws] ', '[5F] ', '[Sea & Salt] ']) : '';
}

function animeTitle(random: Random): string {
	return random.chance(70)
		? random.pick(romaji)
		: random.pick(['Kiiroi Todai', 'Umi no Hate', 'Golden Thimble', 'Saltmarsh', 'Quiet Anchor']);
}

const betweens = [' (2023)', ' [1080p]', ' (TV)', ' (Dub)', ' [Dual-Audio]', ' (2019) [720p]'];
const names = ['Kaze no Sho', 'The Pier', 'Final Arc', 'Salt and Rust'];

/** `S2 (2023) - 05`, `S03 - The Pier - 11`, with any dash. */
const dashedCount: Writer = random => {
	const {pick, int, chance} = random;
	const [season, number] = [int(2, 9), int(1, 24)];
	const dash = pick(dashes);
	const mark = pick([`S${season}`, `S${pad(season)}`, `Season ${season}`, `${ordinalOf(season)} Season`]);
	const between = pick(['', '', pick(betweens), ` - ${pick(names)}`]);
	const version = chance(15) ? 'v2' : '';
	const name = `${group(random)}${animeTitle(random)} ${mark}${between} ${dash} ${pad(number)}${version} ${picture(random)}`;
	const spaced = between === '' && chance(20) ? name.replaceAll(' ', pick(['_', '.'])) : name;
	return {name: spaced + ending(random), meant: {season, numbers: [number]}};
};

/** The word for a season in other languages, and twice. */
const foreignSeason: Writer = random => {
	const {pick, int} = random;
	const [season, number] = [int(2, 9), int(1, 24)];
	const word = pick([
		`Saison ${season}`,
		`Staffel ${season}`,
		`Temporada ${season}`,
		`Stagione ${season}`,
		`Sezon ${season}`,
		`Сезон ${season}`,
		`${season} сезон`,
		`${season}. Staffel`,
		`${season}ª Temporada`,
		`第${han[season]}季`,
		`第${season}季`,
		`${ordinalOf(season)} Season 第${han[season]}季`,
		`시즌 ${season}`,
		`시즌${season}`,
		`シーズン${season}`,
	]);
	const count = pick([` - ${pad(number)}`, ` - ${pad(number)}`, ` – ${pad(number)}`, ` [${pad(number)}]`, ` ${pad(number)}`]);
	return {
		name: `${group(random)}${animeTitle(random)} ${word}${count} ${picture(random)}${ending(random)}`,
		meant: {season, numbers: [number]},
	};
};

/** `Season 2, 2 of 12`, `S02E05 - 3 of 5`. */
const outOf: Writer = random => {
	const {pick, int, chance} = random;
	const [season, all] = [int(2, 9), int(6, 20)];
	const number = int(1, all - 1);
	const title = spell(madeUpTitle(random), ' ');
	const tail = pick([` [720p]`, ' 1080p WEB-DL', ' (1080p)', '', '.mkv']);
	if (chance(40)) {
		const [parts, part] = [int(2, 5), int(1, 2)];
		return {name: `${title} - S${pad(season)}E${pad(number)} - ${part} of ${parts} - The Pier${tail}`, meant: {season, numbers: [number]}};
	}
	const mark = pick([
		`Season ${season}`,
		`Season ${season}`,
		`S${pad(season)}`,
		`Staffel ${season}`,
		`Saison ${season}`,
		`Temporada ${season}`,
	]);
	const word = mark.startsWith('Sta') ? 'von' : mark.startsWith('Sai') ? 'sur' : mark.startsWith('T') ? 'de' : 'of';
	const joint = pick([', ', ' - ', ' ', ': ', ' (']);
	const written = chance(50) ? String(number) : pad(number);
	return {
		name: `${title} ${mark}${joint}${written} ${word} ${all}${joint === ' (' ? ')' : ''}${tail}`,
		meant: {season, numbers: [number]},
	};
};

/** `05 - Title S2`, `Title - 05 (S2)`. */
function countFirst(random: Random, mark: string, two: string): string {
	const title = animeTitle(random);
	const described = picture(random);
	const behind = [`${title} - ${two} (${mark})`, `${title} [${two}] ${mark}`, `${title} Ep ${two} ${mark}`];
	const front = two.startsWith('0') ? [`${two} - ${title} ${mark}`, `${two} ${title} ${mark}`] : [];
	return `${random.pick([...behind, ...front])} ${described}`;
}

/** `S2 05 [1080p]`, `S2 #5`, `S2 [05]`, `2nd Season 14 (1080p)`. */
const plainCount: Writer = random => {
	const {pick, int, chance} = random;
	const [season, number] = [int(2, 9), int(1, 24)];
	const mark = pick([`S${season}`, `S${pad(season)}`, `${ordinalOf(season)} Season`, `Season ${season}`]);
	const two = pad(number);
	const count = pick([
		` ${two}`,
		` ${two}`,
		` #${number}`,
		` [${two}]`,
		` (${two})`,
		` [EP${two}]`,
		` ${two} END`,
		` Ep ${two}`,
		`[${two}]`,
	]);
	if (chance(15)) {
		const named = pick([` Chapter ${number}`, ` Lesson ${two}`, ` The Pier ${two}`]);
		return {name: `${animeTitle(random)} ${mark}${named} ${picture(random)}${ending(random)}`, meant: {season, numbers: [number]}};
	}
	if (chance(15)) {
		const last = pick([`${animeTitle(random)} ${mark} 1080p ${two}`, `Saltmarsh.S${pad(season)}.1080p.WEB-DL-PIKE.${two}`]);
		return {name: `${last}.mkv`, meant: {season, numbers: [number]}};
	}
	if (chance(20)) {
		return {name: countFirst(random, mark, two) + ending(random), meant: {season, numbers: [number]}};
	}
	return {
		name: `${group(random)}${animeTitle(random)} ${mark}${count} ${picture(random)}${ending(random)}`,
		meant: {season, numbers: [number]},
	};
};

/** Counts from the start of a show: pairs, lists, versions, before a name. */
const absolute: Writer = random => {
	const {pick, int} = random;
	const first = int(101, 899);
	const free =
		first % 100 === 0 || first % 100 === 80 || first === 720 || first === 480 || first === 540 || first === 576 ? first + 1 : first;
	const small = int(1, 20);
	const [text, numbers] = pick<[string, number[]]>([
		[` - ${free}-${free + 1}`, [free, free + 1]],
		[` - ${free}`, [free]],
		[` - ${free} - The Pier`, [free]],
		[` - ${pad(small)}+${pad(small + 6)}`, [small, small + 6]],
		[` - ${pad(small)} & ${pad(small + 1)}`, [small, small + 1]],
		[` - ${pad(small)}v2-${pad(small + 2)}v3`, [small, small + 1, small + 2]],
		[` - ${pad(small)}v2-${pad(small + 2)}`, [small, small + 1, small + 2]],
		[` - ${pad(small, 3)} - Ep 1 of Summer`, [small]],
		[` ${free} Harbour Man`, [free]],
		[` ${free} The Long Pier`, [free]],
	]);
	const named = /^ \d/.test(text);
	const front = named ? pick(['[Tarnsubs] ', '[LANT] ']) : group(random);
	const name = `${front}${pick(['Kaizoku Michi', 'Sora no Uta', 'Kiiroi Todai'])}${text} ${picture(random)}${ending(random)}`;
	return {name: named && random.chance(30) ? name.replaceAll(' ', '_') : name, meant: {season: null, numbers}};
};

/** `[1080]`, `[2160]` and years in brackets count nothing. */
const falseNumbers: Writer = random => {
	const {pick, int} = random;
	const number = int(1, 24);
	const lines = pick(['[1080]', '[2160]', '[720]', '[1080p]', '[1920x1080]']);
	const year = pick(['', '[2025]', '[2019]', '[1998]']);
	const source = pick(['[WEB-DL]', '[BDRip]', '[WebRip]', '']);
	const count = pick([
		`[${pad(number)}]`,
		`[第${pad(number)}话]`,
		`[TV ${pad(number)}]`,
		`[${pad(number)} END]`,
		`[${pad(number)}v2]`,
		`[${pad(number)}(${number + 24})]`,
	]);
	const [before, behind] = pick([
		[`${year}${source}${lines}`, ''],
		[year, `${source}${lines}`],
		['', `${lines}${source}`],
	]);
	return {name: `[SHAN][海灯之歌][Song of Lamps]${before}${count}${behind}${ending(random)}`, meant: {season: null, numbers: [number]}};
};

/** Chinese postings with the season in one half of the title. */
const chinese: Writer = random => {
	const {pick, int} = random;
	const [season, number] = [int(2, 9), int(1, 24)];
	const [s, n] = [han[season], pad(number)];
	return {
		name: pick([
			`[NW-Raws] 海灯之歌 第${s}季 / Song of Lamps - ${n} (B-Site 1920x1080 HEVC AAC MKV)`,
			`[山月][海灯之歌 第${s}季][Song of Lamps][${n}][1080p]`,
			`【山月字幕组】【海灯之歌 第${s}季 Song of Lamps】【${n}】【1080P】`,
			`【海灯之歌】【第${s}季】【${n}】【1080P】`,
			`[山月] 海灯之歌 [Season ${season}] / Song of Lamps - ${n} [WebRip 1080p HEVC-10bit AAC]`,
			`[LANT] Song of Lamps 第${s}季 - ${n} [1080P][WEB-DL][AAC AVC][CHT].mp4`,
			`海灯之歌 第${s}季 - ${n} [1080p]`,
			`[山月][海灯之歌 S${season}][${n}][1080p]`,
			`[山月] 海灯之歌 / Song of Lamps S${season} - ${n} [1080p]`,
			`海灯之歌.第${s}季.第${n}集.1080p.WEB-DL`,
			`【山月】★04月新番[海灯之歌 第${s}季 / Song of Lamps][${n}][简体][1080P][MP4]`,
			`[山月][海灯之歌 第${s}季][${n}（END）][GB][720P_MP4]`,
		]),
		meant: {season, numbers: [number]},
	};
};

/** Season and episode in unusual spellings, and numbers at the start of the name of an episode. */
const odd: Writer = random => {
	const {pick, int} = random;
	const [season, number] = [int(1, 9), int(1, 30)];
	const [s, e] = [pad(season), pad(number)];
	const tail = pick(['.1080p.WEB.h264-PIKE', '.720p.HDTV.x264-PIKE', '.1080p.WEB-DL']);
	const [text, numbers] = pick<[string, number[]]>([
		[`Saltmarsh.S${s}P02E${e}${tail}`, [number]],
		[`Saltmarsh.S${s}.Part.2.E${e}${tail}`, [number]],
		[`Saltmarsh.S${s}E${e}.${pad(number + 1)}.FASTSUB.VOSTFR.HDTV.XviD-QUAI`, [number, number + 1]],
		[`Saltmarsh - S${s}E${e}and${pad(number + 1)} - The Weir [1080p]`, [number, number + 1]],
		[`Saltmarsh - S${s}E${e}to${pad(number + 2)} - The Weir [1080p]`, [number, number + 1, number + 2]],
		[`Saltmarsh.${s}e${e}${tail}`, [number]],
		[`Zheltyj.Mayak.${season}s${e}.WEB-DLRip.avi`, [number]],
		[`O.Farol.Amarelo.T${season}.EP${e}${tail}`, [number]],
		[`Saltmarsh (2024) S${s}EP(${e}-${pad(number + 3)}) [1080p HQ HDRip - x264]`, [number, number + 1, number + 2, number + 3]],
		[`Saltmarsh (2024) S${s} EP (${e}-${pad(number + 3)}) 1080p WEB-DL`, [number, number + 1, number + 2, number + 3]],
		[`Northgate Series ${season} Part ${number} The Deep 1080p HDTV x264-PIKE`, [number]],
		[`Episode ${number} Le Phare Jaune (saison ${season}) VOSTFR`, [number]],
		[`Saltmarsh - S${s}E${e}-36! 24! Launch! (1)`, [number]],
		[`Saltmarsh S${s}E${e}-${number + 9} Gulls, One Boat [720p]`, [number]],
		[`Kaizoku Michi - 012 - S${s}E${e} - The Weir [720p]`, [number]],
		[`165.Kaizoku Michi.S${s}E${pad(number, 3)}.720p.mkv`, [number]],
		[`Saltmarsh.${ordinalOf(season)}.Season.S${s}E${e}${tail}`, [number]],
		[`[01/38] - "Saltmarsh.S${s}E${e}.1080p.WEB.h264-PIKE.par2" yEnc (1/1)`, [number]],
		[`[PRiVATE]-[ Saltmarsh.S${s}E${e}.1080p.WEB.h264-PIKE ]-[1/9] - "saltmarsh.mkv" yEnc`, [number]],
		[`Saltmarsh.2.0.S${s}E${e}${tail}`, [number]],
	]);
	return {name: text, meant: {season, numbers}};
};

/** The folder gives the season, the file the episode. */
const paths: Writer = random => {
	const {pick, int} = random;
	const [season, number] = [int(1, 9), int(1, 24)];
	const [s, e] = [pad(season), pad(number)];
	const title = madeUpTitle(random)
		.replace(/[?:/\d]/g, '')
		.trim();
	const folder = pick([
		`Season ${season}`,
		`Season ${s}`,
		`S${s}`,
		`Staffel ${season}`,
		`Saison ${season}`,
		`Temporada ${season}`,
		`Сезон ${season}`,
		`${season} сезон`,
		`${ordinalOf(season)} Season`,
		`第${han[season]}季`,
		`Series ${season}`,
	]);
	const file = pick([
		`${number} - 12 Angry Gulls.avi`,
		`${e} - The Pier.mkv`,
		`${e}. The Pier.mkv`,
		`${e}.mkv`,
		`${number}.mkv`,
		`Episode ${number}.mkv`,
		`${title} - ${e}.mkv`,
		`${title} - ${e} - The Pier.mkv`,
		`${title} S${s}E${e}.mkv`,
		`${title} - S${s}E${e} - 3 of 5.mkv`,
		`${season}x${e} The Pier.mkv`,
		`${season}${e}.mkv`,
		`S${s}E${e} - 100 Gulls.mkv`,
		`E${e} - 12 Gulls.mkv`,
	]);
	if (random.chance(20)) {
		const release = `${spell(title, '.')}.S${s}`;
		const path = pick([
			`${release}E${e}.1080p.WEB-DL-PIKE/${title} - 3 of 5.mkv`,
			`${release}E${e}.1080p.WEB-DL-PIKE/pike-1080.mkv`,
			`${release}.1080p.WEB-DL-PIKE/${e}.mkv`,
			`${release}.1080p.WEB-DL-PIKE/${title} - ${e}.mkv`,
			`[LANT] Kiiroi Todai S${season} [1080p]/[LANT] Kiiroi Todai - ${e} [1080p].mkv`,
			`[LANT] Kiiroi Todai S${season} - 01-24 [1080p]/Kiiroi Todai ${e}.mkv`,
		]);
		return {name: `/data/done/${path}`, isPath: true, meant: {season, numbers: [number]}};
	}
	return {name: `/data/tv/${title} (2024)/${folder}/${file}`, isPath: true, meant: {season, numbers: [number]}};
};

/** Sixteen kinds of names, by what is tempting in them. */
export const traps: Readonly<Record<string, Writer>> = {
	'a count behind a dash': dashedCount,
	'a season in another language': foreignSeason,
	'one of a total': outOf,
	'a count without a dash': plainCount,
	'counts from the start': absolute,
	'numbers of the picture': falseNumbers,
	'Chinese postings': chinese,
	'unusual spellings': odd,
	'folders and files': paths,
	'names of episodes': namedEpisodes,
	films: filmTraps,
	'Chinese seasons and episodes': chineseCounts,
	'counts in Chinese, Japanese and Korean': easternCounts,
	'Japanese and Korean seasons': japaneseAndKorean,
	'digits and letters of other scripts': otherDigits,
	'numbers in loose forms': looseCounts,
};
