import type {Random} from './random.ts';
import type {Trap} from './truth.ts';

const ones = '零一二三四五六七八九';

/** 1 to 99 as Chinese writes it. */
export function inHan(number: number): string {
	const [tens, rest] = [Math.floor(number / 10), number % 10];
	return `${tens > 1 ? ones[tens] : ''}${tens > 0 ? '十' : ''}${rest > 0 ? ones[rest] : ''}`;
}

const pad = (number: number) => String(number).padStart(2, '0');
const run = (from: number, to: number) => Array.from({length: to - from + 1}, (_, index) => from + index);

const chineseTitles = [
	'海灯之歌',
	'雾港往事',
	'七号灯塔',
	'灯塔100夜',
	'LV7守灯人',
	'海灯GT',
	'如果40岁还在守灯',
	'盐港：归途',
	'雾岛第九灯',
];

/** `海灯之歌 第二季 第八集`, `海灯之歌 第3季[05]`: season and episode of a Chinese name. */
export function chineseCounts({pick, int}: Random): Trap {
	const [season, number] = [int(2, 12), int(1, 40)];
	const mark = pick([`第${inHan(season)}季`, `第${season}季`, `第 ${season} 季`, `S${pad(season)}`]);
	const [count, numbers] = pick<[string, number[]]>([
		[` 第${inHan(number)}集`, [number]],
		[` 第${number}集`, [number]],
		[`第${pad(number)}集`, [number]],
		[` 第 ${number} 集`, [number]],
		[`.第${pad(number)}话`, [number]],
		[` 第${inHan(number)}话`, [number]],
		[` 第${inHan(number)}回`, [number]],
		[` 第${number}期`, [number]],
		[`_第${inHan(number)}期`, [number]],
		[` 第${pad(number)}期`, [number]],
		[` 第${number}场`, [number]],
		[`（${number}）`, [number]],
		[` (${number})`, [number]],
		[`[${pad(number)}]`, [number]],
		[` - ${pad(number)}`, [number]],
		[`.EP${pad(number)}`, [number]],
		[` ${pad(number)}`, [number]],
		[` 第${pad(number)}-${pad(number + 2)}集`, run(number, number + 2)],
		[` 第${number}集～第${number + 3}集`, run(number, number + 3)],
		[`.${pad(number)}-${pad(number + 1)}集`, [number, number + 1]],
	]);
	const tail = pick(['', '', ' 1080P', '.1080P.WEB-DL', ' [1080p]', ' 国语中字', '.4K.HDR', ' 1080P 中英双字']);
	return {name: `${pick(chineseTitles)} ${mark}${count}${tail}${pick(['', '.mp4', '.mkv'])}`, meant: {season, numbers}};
}

/** Counts from the start of a show, in the same scripts. */
export function easternCounts({pick, int}: Random): Trap {
	const number = int(1, 60);
	const last = number + int(2, 12);
	const [count, numbers] = pick<[string, number[]]>([
		[` 第${inHan(number)}集`, [number]],
		[`第${number}集`, [number]],
		[` 第${inHan(number)}话`, [number]],
		[` 第${inHan(number)}話`, [number]],
		[` 第${pad(number)}話 「霧の夜」`, [number]],
		[` 第${inHan(number)}回`, [number]],
		[` 第${pad(number)}期`, [number]],
		[` 第${inHan(number)}期`, [number]],
		[` 第${number}期上`, [number]],
		[` 제${number}회`, [number]],
		[` ${number}화`, [number]],
		[` ${number}회`, [number]],
		[` 第${pad(number)}话～第${pad(last)}话`, run(number, last)],
		[` 第${inHan(number)}集至第${inHan(last)}集`, run(number, last)],
		[` ${number}~${last}화`, run(number, last)],
		[` ${pad(number)}-${pad(last)}集`, run(number, last)],
		[` - ${pad(number)}`, [number]],
		[` #${pad(number)}`, [number]],
		[`[${pad(number)}]`, [number]],
	]);
	const title = pick(['海灯之歌', '雾港往事', '灯塔100夜', '盐港：归途', '海灯GT']);
	return {
		name: `${title}${count}${pick(['', ' 1080P', ' [1080p]', '.1080P.WEB-DL'])}${pick(['', '.mp4'])}`,
		meant: {season: null, numbers},
	};
}

/** `海辺の灯台 2期 第5話`, `바다의 등대 시즌2 5화`. */
export function japaneseAndKorean({pick, int}: Random): Trap {
	const [season, number] = [int(2, 9), int(1, 26)];
	const japanese = [`${season}期`, `第${season}期`, `シーズン${season}`, `第${inHan(season)}期`];
	const korean = [`시즌${season}`, `시즌 ${season}`, `${season}기`];
	const isKorean = int(0, 1) === 1;
	const counts = isKorean
		? [` ${number}화`, ` ${pad(number)}화`, ` 제${number}회`, ` ${number}회`]
		: [` 第${number}話`, ` 第${pad(number)}話`, ` 第${inHan(number)}話`, ` 第${number}話「霧」`];
	const title = isKorean ? pick(['바다의 등대', '노란 등대']) : pick(['海辺の灯台', 'きいろい灯台', 'Kiiroi Todai']);
	const tail = pick(['', ' 1080p', ' [720p]', ' (1280x720 x264)']);
	return {
		name: `${title} ${pick(isKorean ? korean : japanese)}${pick(counts)}${tail}${pick(['', '.mp4'])}`,
		meant: {season, numbers: [number]},
	};
}

const inDigits = (zero: number) => (number: number) => String(number).replace(/\d/g, digit => String.fromCharCode(zero + Number(digit)));
const [arabic, persian, thai] = [inDigits(0x660), inDigits(0x6f0), inDigits(0xe50)];

/** Arabic, Persian and Thai digits, and Cyrillic letters for the Latin ones they look like. */
export function otherDigits({pick, int}: Random): Trap {
	const [season, number] = [int(2, 9), int(1, 40)];
	return {
		name: pick([
			`المنارة الصفراء الموسم ${arabic(season)} الحلقة ${arabic(number)} 1080p`,
			`المنارة الصفراء الموسم ${persian(season)} الحلقة ${persian(number)}.mkv`,
			`ประภาคารสีเหลือง ซีซั่น ${thai(season)} ตอนที่ ${thai(number)} 1080p`,
			`ประภาคารสีเหลือง ซีซั่น ${season} ตอนที่ ${thai(number)}.mp4`,
			`Желтый маяк ${season} сезон ${number} серия 1080р`,
			`Желтый.маяк.S${pad(season)}Е${pad(number)}.1080р.х264`,
			`Zheltyj.Mayak.S${pad(season)}E${pad(number)}.WEB-DL.1080р`,
			`Kiiroi Todai Ｓ０${season}Ｅ${pad(number)} [1080p]`,
			`海灯之歌 第${season}季 第${pad(number).replace(/\d/g, digit => String.fromCharCode(0xff10 + Number(digit)))}集`,
		]),
		meant: {season, numbers: [number]},
	};
}

/** Latin names whose number is in brackets, behind another word, or without gaps. */
export function looseCounts({pick, int}: Random): Trap {
	const [season, number] = [int(2, 9), int(1, 30)];
	const title = pick(['Lamp Hill', 'Saltmarsh', 'Quiet Anchor', 'Kiiroi Todai']);
	const [text, numbers] = pick<[string, number[]]>([
		[`S${season} (${number})`, [number]],
		[`Season ${season} (${number})`, [number]],
		[`Staffel ${season} (${number})`, [number]],
		[`S0${season} Ch${number}`, [number]],
		[`S0${season} Ch${pad(number)} 1080p`, [number]],
		[`S${season}~${number + 9}`, [number + 9]],
		[`[${season}.${pad(number)}]`, [number]],
		[`- [0${season}.${pad(number)}] - The Pier`, [number]],
		[`S0${season}${pad(number)} 720p`, [number]],
		[`SE0${season}.${pad(number)}.1080p`, [number]],
		[`[S ${season} - Ep 0${pad(number)}] - Fri 24 Jan 2003`, [number]],
		[`s${season} e${pad(number)} v2`, [number]],
		[`[HDTV 720p][Caap.${season}${pad(number)}]`, [number]],
		[`s0${season}e${pad(number)}e${pad(number + 1)}1080-pike`, [number, number + 1]],
		[`season IV.20200508.EP${pad(number)}.1080p`, [number]],
	]);
	return {name: `${title} ${text}${pick(['', '.mkv', '.mp4'])}`, meant: {season: text.includes('IV') ? 4 : season, numbers}};
}
